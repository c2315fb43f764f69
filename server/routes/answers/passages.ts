import { z } from 'zod';
import type { Answer } from '../../http/guard.ts';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { ApiError } from '../../platform/errors.ts';
import { errorBody } from '../../presenters/common.ts';
import {
  DOCUMENT_PAGE_POLICY,
  presentDeadLink,
  presentDocumentPage,
} from '../../presenters/document-page/document-page.ts';
import { pageWords } from '../../presenters/document-page/page-words.ts';
import { field } from '../../presenters/shape.ts';
import type { PassageService } from '../../services/answers/passages.ts';

/** Part 1 is the first. What is no number is ignored, like parameters of others. */
const pageQuery = z.looseObject({
  part: field(
    z.coerce.number().int().min(1).max(1000).optional().catch(undefined),
    'The part of a long document, from 1. Without it, the one with the quoted text.',
    2,
  ),
});

/** The link of a passage that leads nowhere. */
const linkDead = [
  errorBody,
  { mediaType: 'text/html', description: 'The link has expired, or what it leads to is gone. Browsers get a page.' },
] as const;

/** The target of a citation link: a page without scripts, and the stored file if the owner allows it. The signed link is the credential. */
export function passageRoutes({ passages }: { passages: PassageService }): Routes {
  const routes = createRoutes('/v1/passages');

  /** People get a page instead of an error that only programs read. */
  async function orPage(
    { signed, header, gone = 'gone' }: { signed: string; header: (name: string) => string; gone?: 'gone' | 'file' },
    answer: () => Promise<Answer<200>>,
  ): Promise<Answer<200 | 404>> {
    try {
      return await answer();
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.status === 404 && /text\/html/i.test(header('accept')))) throw thrown;
      const { reason, back } = await passages.explain(signed);
      return page(
        404,
        presentDeadLink({ reason: reason === 'gone' ? gone : reason, back }, pageWords(header('accept-language'))),
      );
    }
  }

  routes.get(
    '/:signed',
    {
      name: 'passages.retrieve',
      accepts: ['none'],
      limit: 'general',
      tag: 'Chat',
      summary: 'Read a cited passage in its document',
      description:
        'The signed link is valid for a day and needs no other credential. The page shows the whole document if the project’s `open_originals` allows it, else what surrounds the passage. For a browser (`Accept: text/html`), an error is a page, too.',
      sdk: 'page',
      query: pageQuery,
      answers: {
        200: {
          mediaType: 'text/html',
          description:
            'A page without scripts: headings, lists, code and tables as in the document, with the quoted text highlighted.',
        },
        404: linkDead,
      },
    },
    ({ param, query, header }) =>
      orPage({ signed: param('signed'), header }, async () => {
        const part = query.part === undefined ? undefined : query.part - 1;
        return page(
          200,
          presentDocumentPage(await passages.view(param('signed'), part), pageWords(header('accept-language'))),
        );
      }),
  );

  routes.get(
    '/:signed/original',
    {
      name: 'passages.original',
      accepts: ['none'],
      limit: 'general',
      tag: 'Chat',
      summary: 'Open the stored file of a passage',
      description: 'Only if the project’s `open_originals` allows it. The link is signed like that of the passage.',
      sdk: 'page',
      answers: {
        200: { mediaType: '*/*', description: 'The file as it was added. Browsers show a PDF and save other files.' },
        404: linkDead,
      },
    },
    ({ param, header }) =>
      orPage({ signed: param('signed'), header, gone: 'file' }, async () => {
        const { stream, size, filename, contentType } = await passages.original(param('signed'));
        const shown = contentType === 'application/pdf';
        return {
          status: 200,
          body: stream(),
          type: contentType,
          file: { name: filename, shown },
          headers: {
            'content-length': String(size),
            // HTML must not run scripts in our origin, so it is sandboxed. PDF viewers do not work in a sandbox.
            'content-security-policy': shown ? "default-src 'none'" : "default-src 'none'; sandbox",
          },
        };
      }),
  );

  return routes;
}

const page = <Status extends number>(status: Status, body: string): Answer<Status> => ({
  status,
  body,
  type: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': DOCUMENT_PAGE_POLICY },
});
