import { errors } from '../errors.ts';
import type { Store } from '../store/types.ts';
import type { Tokens } from './tokens.ts';

/** Long enough to read a conversation again the same day. */
const LINK_SECONDS = 24 * 60 * 60;
/** Text shown before and after the passage. */
const SURROUNDINGS = 1_500;

export interface CitedPlace {
  sourceId: string;
  chunkId: string;
  /** Offsets of the quote in the document's text. */
  quoteStart: number;
  quoteEnd: number;
}

/** A quote in its surroundings: `before + quote + after` is verbatim text of the document. */
export interface PassageView {
  title: string;
  headings: string[];
  page: number | null;
  language: string;
  before: string;
  quote: string;
  after: string;
  /** Is there more text of the document in front or behind? */
  cutBefore: boolean;
  cutAfter: boolean;
}

export interface PassageService {
  /** An address that shows the place to whoever holds it, for a day. */
  link(projectId: string, place: CitedPlace): string;
  /** Throws 404 for a link that is forged or has expired, and for a passage that is no longer indexed. */
  view(signed: string): Promise<PassageView>;
}

/** `publicUrl` is asked per link: without a configured one it is known only once the server listens. */
export function createPassageService({
  store,
  tokens,
  publicUrl,
}: {
  store: Pick<Store, 'documents' | 'chunks'>;
  tokens: Tokens;
  publicUrl: () => string;
}): PassageService {
  return {
    link(projectId, { sourceId, chunkId, quoteStart, quoteEnd }) {
      const claims = { pid: projectId, sid: sourceId, cid: chunkId, quote: [quoteStart, quoteEnd] as [number, number] };
      return `${publicUrl()}/v1/passages/${tokens.signPassage(claims, LINK_SECONDS)}#quote`;
    },

    async view(signed) {
      const claims = tokens.verifyPassage(signed);
      if (!claims) throw errors.linkExpired();
      const [chunk] = await store.chunks.byIds(claims.pid, [claims.cid]);
      const document = await store.documents.bySource(claims.pid, claims.sid);
      // A re-indexed document has other chunks, and its offsets would point elsewhere.
      if (!chunk || !document || chunk.sourceId !== claims.sid) throw errors.linkExpired();

      const [start, end] = claims.quote;
      const from = wordStart(document.text, Math.min(chunk.start, start) - SURROUNDINGS);
      const to = wordEnd(document.text, Math.max(chunk.end, end) + SURROUNDINGS);
      return {
        title: chunk.title,
        headings: chunk.headings,
        page: chunk.page,
        language: document.language,
        before: document.text.slice(from, start),
        quote: document.text.slice(start, end),
        after: document.text.slice(end, to),
        cutBefore: from > 0,
        cutAfter: to < document.text.length,
      };
    },
  };
}

/** The first word to begin at or after `at`; text without spaces is cut where it is, but never within a character. */
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
