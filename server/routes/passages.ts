import { z } from 'zod';
import { type Answer, guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { ApiError } from '../platform/errors.ts';
import {
  DOCUMENT_PAGE_POLICY,
  presentDeadLink,
  presentDocumentPage,
} from '../presenters/document-page/document-page.ts';
import { pageWords } from '../presenters/document-page/page-words.ts';
import type { PassageService } from '../services/passages.ts';

/** Part 1 is the first. What is no number is ignored, like parameters of others. */
const pageQuery = z.looseObject({ part: z.coerce.number().int().min(1).max(1000).optional().catch(undefined) });

/** The target of a citation link: a page without scripts, and the stored file if the owner allows it. The signed link is the credential. */
export function passageRoutes({ passages }: { passages: PassageService }): Routes {
  const routes = createRoutes('/v1/passages');

  /** People get a page instead of an error that only programs read. */
  async function orPage(
    { signed, header, gone = 'gone' }: { signed: string; header: (name: string) => string; gone?: 'gone' | 'file' },
    answer: () => Promise<Answer>,
  ): Promise<Answer> {
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
    guard(
      { name: 'passages.retrieve', accepts: ['none'], limit: 'general', query: pageQuery, answers: [200, 404] },
      ({ param, query, header }) =>
        orPage({ signed: param('signed'), header }, async () => {
          const part = query.part === undefined ? undefined : query.part - 1;
          return page(
            200,
            presentDocumentPage(await passages.view(param('signed'), part), pageWords(header('accept-language'))),
          );
        }),
    ),
  );

  routes.get(
    '/:signed/original',
    guard(
      { name: 'passages.original', accepts: ['none'], limit: 'general', answers: [200, 404] },
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
    ),
  );

  return routes;
}

const page = (status: number, body: string): Answer => ({
  status,
  body,
  type: 'text/html; charset=utf-8',
  headers: { 'content-security-policy': DOCUMENT_PAGE_POLICY },
});
