import { URL_NOT_ALLOWED } from '../platform/errors.ts';

/** Why a source failed: shown to its owner, never a parser's own message. */
export class SourceFailure extends Error {
  readonly code: string;
  /** True where trying again may help (a lost worker, a full disk); false where the file itself is the cause. */
  readonly transient: boolean;
  /** What a web server answered, where that is the cause. */
  readonly status: number | undefined;
  /** Milliseconds that a web server asked us to wait before the next try. */
  readonly retryAfter: number | undefined;

  constructor(
    code: string,
    message: string,
    transient = false,
    answered: { status?: number; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: answered.cause });
    this.name = 'SourceFailure';
    this.code = code;
    this.transient = transient;
    this.status = answered.status;
    this.retryAfter = answered.retryAfter;
  }
}

/** Every reason for which ingestion may end in `failed`. */
export const sourceFailures = {
  passwordProtected: () =>
    new SourceFailure(
      'password_protected',
      'This file is password-protected. Remove the password and upload it again.',
    ),
  noText: () =>
    new SourceFailure(
      'no_text',
      'No text was found in this file. If it is a scan, run text recognition (OCR) on it first.',
    ),
  unreadable: (kind: string) =>
    new SourceFailure('unreadable', `This ${kind} file is damaged or not what its name says, and cannot be read.`),
  tooManyPages: (limit: number) =>
    new SourceFailure('too_many_pages', `This PDF has more than ${limit} pages. Split it and upload the parts.`),
  tooLong: (limit: string) =>
    new SourceFailure('document_too_long', `This document holds more than ${limit}. Split it and upload the parts.`),
  tooComplex: () =>
    new SourceFailure(
      'document_too_complex',
      'Reading this file took more time or memory than a document may take. Simplify or split it and upload it again.',
    ),
  embedderUnavailable: (cause: unknown) =>
    new SourceFailure(
      'embedder_unavailable',
      'The embedding model did not answer three times in a row. Once it does, have this read anew (sync).',
      true,
      { cause },
    ),
  storageFull: () =>
    new SourceFailure(
      'storage_full',
      'The server had no room left three times in a row. Once its operator has freed some, have this read anew (sync).',
      true,
    ),
  interrupted: () =>
    new SourceFailure('interrupted', 'Reading this file was interrupted three times. Upload it again.', true),
  urlNotAllowed: () => new SourceFailure('url_not_allowed', URL_NOT_ALLOWED),
  /** One text for closed, filtered, silent and slow: it tells nothing about the network that we are in. */
  urlUnreachable: (transient = true) =>
    new SourceFailure(
      'url_unreachable',
      'This address could not be reached, or did not answer in time. Check it, or try again later.',
      transient,
    ),
  urlCertificate: () =>
    new SourceFailure(
      'url_certificate_invalid',
      'The certificate of this site is not valid, so that the page was not read. Its operator must renew it.',
    ),
  urlUnreadable: () =>
    new SourceFailure('url_answer_unreadable', 'The server at this address answered in a way that cannot be read.'),
  urlRedirects: () =>
    new SourceFailure('too_many_redirects', 'This address redirects in a circle or too often. Give the final address.'),
  urlLeadsAway: () =>
    new SourceFailure('redirected_away', 'This address redirects to where the crawl may not go.', false),
  urlTooLarge: (megabytes: number) =>
    new SourceFailure('page_too_large', `What this address answers is larger than ${megabytes} MB.`),
  urlContentType: () =>
    new SourceFailure(
      'unsupported_content_type',
      'This address leads to no HTML page, text, Markdown, PDF or Word document, or its content is not what it is sent as.',
    ),
  urlGone: (status: number) =>
    new SourceFailure('page_not_found', `There is no page at this address (${status}).`, false, { status }),
  urlForbidden: (status: number) =>
    new SourceFailure(
      'page_forbidden',
      `The server at this address does not show the page without a login (${status}). Make it public, or upload it as a file.`,
      false,
      { status },
    ),
  urlRefused: (status: number) =>
    new SourceFailure('page_refused', `The server at this address refused to send the page (${status}).`, false, {
      status,
    }),
  urlUnavailable: (status: number, retryAfter?: number) =>
    new SourceFailure(
      'page_unavailable',
      `The server at this address has a problem or too much to do (${status}). Try again later.`,
      true,
      { status, retryAfter },
    ),
  pageWithoutText: () =>
    new SourceFailure(
      'no_text',
      'No text was found on this page. A page that scripts fill in the browser cannot be read; save it as a file and upload that.',
    ),
  robotsUnavailable: (retryAfter?: number) =>
    new SourceFailure(
      'robots_unavailable',
      'The robots.txt of this site could not be read, so that it is not known which pages may be. Try again later.',
      true,
      { retryAfter },
    ),
  crawlEmpty: () =>
    new SourceFailure(
      'crawl_empty',
      'No page of this site could be taken. The crawl report says why for every address that was found.',
    ),
  internal: () =>
    new SourceFailure(
      'internal_error',
      'Something went wrong on our side while reading this file. Upload it again.',
      true,
    ),
} as const;
