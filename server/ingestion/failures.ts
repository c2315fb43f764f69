import { listFileFormats } from '../platform/files/file-formats.ts';
import { REFUSED_AFTER_LOOKUP, refusalOf } from '../platform/network/refused-address.ts';
import { commandInItsFolder } from '../platform/program/command-line.ts';
import { explainRefusal } from './web/explain-refusal.ts';

/** Why a source failed. The message is shown to its owner, and is never that of a parser. */
export class SourceFailure extends Error {
  readonly code: string;
  /** True where another attempt may help (a lost worker, a full disk); false where the file itself is the cause. */
  readonly transient: boolean;
  /** The HTTP status that caused it, if any. */
  readonly status: number | undefined;
  /** Milliseconds that a web server asks to wait before the next attempt. */
  readonly retryAfter: number | undefined;

  constructor(
    code: string,
    message: string,
    transient = false,
    details: { status?: number; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'SourceFailure';
    this.code = code;
    this.transient = transient;
    this.status = details.status;
    this.retryAfter = details.retryAfter;
  }
}

/** Makes a failure that always has the same words. */
const always =
  (...words: ConstructorParameters<typeof SourceFailure>) =>
  () =>
    new SourceFailure(...words);

/** Every reason why ingestion may end in `failed`. */
export const sourceFailures = {
  passwordProtected: always(
    'password_protected',
    'This file is password-protected. Remove the password and upload it again.',
  ),
  copyProtected: always(
    'password_protected',
    'This book is protected against copying (DRM), so it cannot be read. Upload a copy without that protection.',
  ),
  noText: always('no_text', 'No text was found in this file.'),
  /** Of a PDF, where there is no text recognition. */
  noTextWithoutOcr: () =>
    new SourceFailure(
      'no_text',
      `No text was found in this file. If it is a scan, its pages are pictures, which this server can read once ${ADD_OCR()}. Then sync this source. Or run OCR on the file yourself and upload the result.`,
    ),
  /** `languages`: of the text recognition. */
  nothingRecognized: (languages: readonly string[]) =>
    new SourceFailure(
      'no_text',
      `No text was found in this file, nor recognized in its pictures (OCR in ${languages.join(', ')}). Check that they are upright and sharp, and that their language is among these.`,
    ),
  pictureWithoutOcr: () =>
    new SourceFailure(
      'ocr_unavailable',
      `This file is a picture, which this server can read once ${ADD_OCR()}. Then sync this source.`,
    ),
  /** Never shown: the document is read again with text recognition. */
  scanned: always('scanned', 'This file has pages that are pictures.'),
  pictureTooLarge: (megapixels: number) =>
    new SourceFailure(
      'picture_too_large',
      `This picture has more than ${megapixels} million pixels. Make it smaller and upload it again.`,
    ),
  tooManyScannedPages: (limit: number) =>
    new SourceFailure(
      'too_many_scanned_pages',
      `This PDF has more than ${limit} pages that are pictures, which are read by text recognition (OCR). Split it and upload the parts.`,
    ),
  onlyFrontMatter: always(
    'only_front_matter',
    'This page holds only front matter (the settings between two lines of --- or +++) and no text below it. Add text and upload it again, or leave the page out.',
  ),
  onlyRedirects: (target: string) =>
    new SourceFailure(
      'only_redirects',
      `This page only redirects to ${target}. Add that address, or upload that page, and leave this one out.`,
    ),
  onlyConsent: always(
    'only_consent',
    'This page only shows a notice about cookies, and its content after a choice that this server cannot make. Save the page as a file and upload that.',
  ),
  unreadable: (kind: string) =>
    new SourceFailure(
      'unreadable',
      `This ${kind} file cannot be read: it is damaged, or not of the type that its name says. Check it and upload it again.`,
    ),
  tooManyPages: (limit: number) =>
    new SourceFailure('too_many_pages', `This PDF has more than ${limit} pages. Split it and upload the parts.`),
  tooLong: (limit: string) =>
    new SourceFailure('document_too_long', `This document holds more than ${limit}. Split it and upload the parts.`),
  tooComplex: always(
    'document_too_complex',
    'Reading this file took more time or memory than one document is allowed. Simplify or split it and upload it again.',
  ),
  embedderUnavailable: (cause: unknown) =>
    new SourceFailure(
      'embedder_unavailable',
      'The embedding model did not answer in three attempts. Once it is available, sync this source.',
      true,
      { cause },
    ),
  storageFull: always(
    'storage_full',
    'The server ran out of disk space in three attempts. Once its operator has freed some, sync this source.',
    true,
  ),
  interrupted: always('interrupted', 'Reading this file was interrupted three times. Upload it again.', true),
  /** Of the process that reads documents; `cause` is for the log alone. */
  notStarted: (cause: unknown) =>
    new SourceFailure(
      'internal_error',
      'The process that reads documents did not start in three attempts. Once the operator has done what the log of the server asks for, sync this source.',
      true,
      { cause },
    ),
  /** `cause` is for the log alone: it may tell what a name inside a private network stands for. */
  urlNotAllowed: (url: string | null, cause?: unknown) =>
    new SourceFailure(
      'url_not_allowed',
      explainRefusal(url === null ? REFUSED_AFTER_LOOKUP : refusalOf(url), 'page'),
      false,
      { cause },
    ),
  /** Of an address to which another one leads, as far as its own text shows it. */
  redirectNotAllowed: (url: string) => new SourceFailure('url_not_allowed', explainRefusal(refusalOf(url), 'redirect')),
  /** One text for a closed, filtered, silent or slow server: it must not tell anything about the server's own network. */
  urlUnreachable: always(
    'url_unreachable',
    'This address could not be reached, or did not answer in time. Check it, or try again later.',
    true,
  ),
  urlCertificate: always(
    'url_certificate_invalid',
    'The certificate of this site is not valid, so the page was not read. Its operator must renew it.',
  ),
  urlUnreadable: always('url_answer_unreadable', 'The server at this address sent an answer that cannot be read.'),
  urlRedirects: always(
    'too_many_redirects',
    'This address redirects in a circle or too often. Give the final address.',
  ),
  urlLeadsAway: always('redirected_away', 'This address redirects to where the crawl may not go.', false),
  urlTooLarge: (megabytes: number) =>
    new SourceFailure('page_too_large', `The page at this address is larger than ${megabytes} MB.`),
  /** `mediaType`: what it was sent as; empty if that was not said. */
  urlContentType: (mediaType: string) =>
    new SourceFailure(
      'unsupported_content_type',
      `This address is no document that can be read, or its content does not match its type${mediaType && ` (${mediaType})`}. Supported are ${listFileFormats()}.`,
    ),
  urlGone: (status: number) =>
    new SourceFailure('page_not_found', `There is no page at this address (${status}).`, false, { status }),
  urlForbidden: (status: number) =>
    new SourceFailure(
      'page_forbidden',
      `The server at this address does not show the page without a login (${status}). Make the page public, or upload it as a file.`,
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
      `The server at this address has a problem or is overloaded (${status}). Try again later.`,
      true,
      { status, retryAfter },
    ),
  pageWithoutText: always(
    'no_text',
    'No text was found on this page. Pages that scripts fill in the browser cannot be read. Save the page as a file and upload that.',
  ),
  robotsUnavailable: (retryAfter?: number) =>
    new SourceFailure(
      'robots_unavailable',
      'The robots.txt of this site could not be read, so it is not known which pages may be read. Try again later.',
      true,
      { retryAfter },
    ),
  crawlEmpty: always(
    'crawl_empty',
    'No page of this site could be read. The crawl report gives the reason for every address that was found.',
  ),
  internal: always(
    'internal_error',
    'Something went wrong on the server while it read this file. Upload it again.',
    true,
  ),
} as const;

/** What must have been done before pictures are read, for an owner who may not be the operator. Follows "once". */
export const ADD_OCR = (): string =>
  `its operator has added text recognition (OCR): ${commandInItsFolder()} engines add ocr`;
