import { errors } from '../platform/errors.ts';
import { isWebAddress } from '../platform/web-address.ts';
import { pageAt } from '../store/types/page-at.ts';
import type { Store } from '../store/types.ts';
import { findOriginal, type Original } from './stored-original.ts';
import { withTextFragment } from './text-fragment.ts';
import type { Tokens } from './tokens.ts';

/** Long enough for a reader to come back to a conversation on the same day. */
const LINK_SECONDS = 24 * 60 * 60;
/** UTF-16 code units of text shown before and after the passage. */
const CONTEXT_LENGTH = 1_500;

export interface QuoteLocation {
  sourceId: string;
  chunkId: string;
  /** Offsets of the quote in the document's text. */
  quoteStart: number;
  quoteEnd: number;
  quote: string;
  /** The address of a web page; null for files and texts. */
  address: string | null;
}

/** A quote in context: `before + quote + after` is verbatim text of the document. */
export interface PassageView {
  title: string;
  headings: string[];
  /** The page on which the quote begins. */
  page: number | null;
  language: string;
  before: string;
  quote: string;
  after: string;
  /** Whether the document has more text before and after. */
  cutBefore: boolean;
  cutAfter: boolean;
  /** Opens the stored file; null if visitors may not open originals. */
  originalUrl: string | null;
}

export interface PassageService {
  /**
   * Returns the address of a web page that opens at the quote. For any other source, returns a link to this server that shows the
   * passage for a day, without a credential.
   */
  link(projectId: string, quote: QuoteLocation): string;
  /** Throws 404 if the link is forged or has expired, or the passage is no longer indexed. */
  view(signed: string): Promise<PassageView>;
  /** The stored file of the passage's source. Throws 404 if the link is invalid or visitors may not open originals. */
  original(signed: string): Promise<Original>;
}

/** `publicUrl` is called for each link, because without a configured address it is known only once the server listens. */
export function createPassageService({
  store,
  tokens,
  publicUrl,
}: {
  store: Pick<Store, 'documents' | 'chunks' | 'projects' | 'sources' | 'files'>;
  tokens: Tokens;
  publicUrl: () => string;
}): PassageService {
  async function shownOriginal(projectId: string, sourceId: string): Promise<Original | null> {
    const project = await store.projects.byId(projectId);
    const source = await store.sources.byId(sourceId);
    if (!project?.openOriginals || source?.projectId !== projectId || source.type !== 'file') return null;
    return findOriginal(store, source);
  }

  return {
    link(projectId, { sourceId, chunkId, quoteStart, quoteEnd, quote, address }) {
      if (address !== null && isWebAddress(address)) return withTextFragment(address, quote);
      const claims = { pid: projectId, sid: sourceId, cid: chunkId, quote: [quoteStart, quoteEnd] as [number, number] };
      return `${publicUrl()}/v1/passages/${tokens.signPassage(claims, LINK_SECONDS)}#quote`;
    },

    async view(signed) {
      const claims = tokens.verifyPassage(signed);
      if (!claims) throw errors.linkExpired();
      // Read before the chunk: if the chunk exists afterwards, the two belong together.
      const document = await store.documents.bySource(claims.pid, claims.sid);
      const [chunk] = await store.chunks.byIds(claims.pid, [claims.cid]);
      // A re-indexed document has other chunks, and its offsets would point elsewhere.
      if (!chunk || !document || chunk.sourceId !== claims.sid) throw errors.linkExpired();

      const original = await shownOriginal(claims.pid, claims.sid);
      const page = pageAt(chunk, claims.quote[0]);
      return {
        ...excerpt(document.text, chunk, claims.quote),
        title: chunk.title,
        headings: chunk.headings,
        page,
        language: document.language,
        originalUrl: original && `${publicUrl()}/v1/passages/${signed}/original${pageFragment(original, page)}`,
      };
    },

    async original(signed) {
      const claims = tokens.verifyPassage(signed);
      const original = claims && (await shownOriginal(claims.pid, claims.sid));
      if (!original) throw errors.linkExpired();
      return original;
    },
  };
}

/** The quote with the text around its chunk. */
function excerpt(
  text: string,
  chunk: { start: number; end: number },
  [start, end]: [number, number],
): Pick<PassageView, 'before' | 'quote' | 'after' | 'cutBefore' | 'cutAfter'> {
  const from = wordStart(text, Math.min(chunk.start, start) - CONTEXT_LENGTH);
  const to = wordEnd(text, Math.max(chunk.end, end) + CONTEXT_LENGTH);
  return {
    before: text.slice(from, start),
    quote: text.slice(start, end),
    after: text.slice(end, to),
    cutBefore: from > 0,
    cutAfter: to < text.length,
  };
}

/** Browsers open a PDF at the page named in the fragment. */
function pageFragment(original: Original, page: number | null): string {
  return original.contentType === 'application/pdf' && page !== null ? `#page=${page}` : '';
}

/** The start of the first word at or after `at`. Text without spaces is cut at `at`, but never within a surrogate pair. */
function wordStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at, at + 50).search(/\s/);
  return space >= 0 ? at + space + 1 : at + splitsCharacter(text, at);
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.slice(at - 50, at).search(/\s\S*$/);
  return space >= 0 ? at - 50 + space : at + splitsCharacter(text, at);
}

function splitsCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? 1 : 0;
}
