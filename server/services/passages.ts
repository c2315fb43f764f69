import type { Readable } from 'node:stream';
import { errors } from '../platform/errors.ts';
import type { Store } from '../store/types.ts';
import { withTextFragment } from './text-fragment.ts';
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
  quote: string;
  /** Of the page of the web; null for files and texts. */
  address: string | null;
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
  /** Where the stored file opens, null where visitors may not. */
  originalUrl: string | null;
}

export interface PassageService {
  /** The page of the web at the quoted words; for what is no such page an address of ours that shows the place to whoever holds it, for a day. */
  link(projectId: string, place: CitedPlace): string;
  /** Throws 404 for a link that is forged or has expired, and for a passage that is no longer indexed. */
  view(signed: string): Promise<PassageView>;
  /** The stored file that a link's passage is from; throws 404 also where the owner does not let visitors open originals. */
  original(signed: string): Promise<Original>;
}

/** An uploaded file as it was stored. */
export interface Original {
  /** Bytes. */
  size: number;
  stream(): Readable;
  filename: string;
  contentType: string;
}

/** `publicUrl` is asked per link: without a configured one it is known only once the server listens. */
export function createPassageService({
  store,
  tokens,
  publicUrl,
}: {
  store: Pick<Store, 'documents' | 'chunks' | 'projects' | 'sources' | 'files'>;
  tokens: Tokens;
  publicUrl: () => string;
}): PassageService {
  async function openOriginal(projectId: string, sourceId: string): Promise<Original | null> {
    const project = await store.projects.byId(projectId);
    const source = await store.sources.byId(sourceId);
    if (!project?.openOriginals || source?.projectId !== projectId || source.type !== 'file') return null;
    const { filename = 'file', content_type: contentType = 'application/octet-stream' } = source.metadata;
    const file = source.fileId ? await store.files.find(source.fileId) : null;
    return file && { size: file.size, stream: file.stream, filename, contentType };
  }

  return {
    link(projectId, { sourceId, chunkId, quoteStart, quoteEnd, quote, address }) {
      if (address !== null) return withTextFragment(address, quote);
      const claims = { pid: projectId, sid: sourceId, cid: chunkId, quote: [quoteStart, quoteEnd] as [number, number] };
      return `${publicUrl()}/v1/passages/${tokens.signPassage(claims, LINK_SECONDS)}#quote`;
    },

    async view(signed) {
      const claims = tokens.verifyPassage(signed);
      if (!claims) throw errors.linkExpired();
      // The document first: where the chunk is still live after it, no other text has come between the two.
      const document = await store.documents.bySource(claims.pid, claims.sid);
      const [chunk] = await store.chunks.byIds(claims.pid, [claims.cid]);
      // A re-indexed document has other chunks, and its offsets would point elsewhere.
      if (!chunk || !document || chunk.sourceId !== claims.sid) throw errors.linkExpired();

      const original = await openOriginal(claims.pid, claims.sid);
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
        originalUrl: original && `${publicUrl()}/v1/passages/${signed}/original${placeIn(original, chunk.page)}`,
      };
    },

    async original(signed) {
      const claims = tokens.verifyPassage(signed);
      const original = claims && (await openOriginal(claims.pid, claims.sid));
      if (!original) throw errors.linkExpired();
      return original;
    },
  };
}

/** Browsers open a PDF at the page that is named behind its address. */
function placeIn(original: Original, page: number | null): string {
  return original.contentType === 'application/pdf' && page !== null ? `#page=${page}` : '';
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
