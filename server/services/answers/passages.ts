import { isWebAddress } from '../../platform/network/web-address.ts';
import { followLinks } from '../../store/types/link-address.ts';
import { pageAt } from '../../store/types/page-at.ts';
import type { ChunkRow, PassageRow, SourceRow, Store } from '../../store/types.ts';
import type { KeyCredential, UserCredential } from '../access/credentials.ts';
import { claimedMinter, mayStillMint, minterClaims, minterOf } from '../access/minters.ts';
import type { PassageClaims, Tokens } from '../access/tokens.ts';
import { errors } from '../errors.ts';
import { findOriginal, type Original } from '../sources/stored-original.ts';
import { type DocumentLayout, layOutDocument } from './document-layout.ts';
import { withTextFragment } from './text-fragment.ts';

/** Long enough for a reader to come back to a conversation on the same day. */
const LINK_SECONDS = 24 * 60 * 60;
/** Passages shown before and after the cited one, if the reader may not read the whole document. */
const CONTEXT = 2;
/** Passages on a page: some 100 kB of text, which a phone shows at once. */
export const PART = 100;

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

/** A part of a document, as its reader sees it. Offsets count in `text`. */
export interface DocumentView extends DocumentLayout {
  title: string;
  /** What tells the source from another of this title; null if nothing does. */
  sourceName: string | null;
  language: string;
  /** Of the whole document. */
  text: string;
  /** The quote, unless its reader has turned to another part. */
  quote: { start: number; end: number } | null;
  /** The headings above the quote, and its page. */
  headings: string[];
  page: number | null;
  /** Whether there is more text before and after that this link does not show. */
  cutBefore: boolean;
  cutAfter: boolean;
  /** The parts of a document that is too long for one page; one or none of a shorter one. */
  parts: DocumentPart[];
  /** Which of them this is, from 0. */
  part: number;
  /** Opens the stored file; null if the reader may not open it. */
  originalUrl: string | null;
  /** The web page that shows the document; null if there is none. */
  address: string | null;
}

export interface DocumentPart {
  /** The headings above its first passage. */
  headings: string[];
  page: number | null;
}

/** Why a link shows nothing, and the page where its reader can get another one, if that is known. */
export interface DeadLink {
  reason: 'expired' | 'gone' | 'unknown';
  /** A page of the console. */
  back: string | null;
}

export type PassageService = ReturnType<typeof createPassageService>;

/** `publicUrl` is called for each link, because without a configured address it is known only once the server listens. */
export function createPassageService(deps: {
  store: Pick<Store, 'documents' | 'chunks' | 'projects' | 'sources' | 'files' | 'users' | 'members' | 'apiKeys'>;
  tokens: Tokens;
  publicUrl: () => string;
  now: () => number;
}) {
  const { store, tokens, publicUrl, now } = deps;
  const mayReadAll = async ({ pid, whole }: PassageClaims) =>
    whole === true || (await store.projects.byId(pid))?.openOriginals === true;

  /** The claims of a link that opens something: one to a whole document ends with what it was made with. */
  async function verify(signed: string): Promise<PassageClaims | null> {
    const claims = tokens.verifyPassage(signed);
    if (claims?.whole !== true) return claims;
    const minter = claimedMinter(claims);
    const order = { named: false, projectId: claims.pid };
    return minter !== null && (await mayStillMint({ ...store, now }, { minter, ...order })) ? claims : null;
  }

  async function shownOriginal(claims: PassageClaims): Promise<Original | null> {
    const source = await store.sources.byId(claims.sid);
    if (source?.projectId !== claims.pid || source.type !== 'file' || !(await mayReadAll(claims))) return null;
    return findOriginal(store, source);
  }

  const sign = (claims: Parameters<Tokens['signPassage']>[0]) =>
    `${publicUrl()}/v1/passages/${tokens.signPassage(claims, LINK_SECONDS)}#quote`;

  /** The passages to show, the one before them, and the parts of the document. */
  async function passagesToShow(claims: PassageClaims, chunk: ChunkRow, wanted: number | undefined) {
    const { pid, sid } = claims;
    if (!(await mayReadAll(claims))) {
      const around = await store.chunks.around(pid, chunk.id, CONTEXT + 1, CONTEXT + 1);
      const rows = around.filter(({ seq }) => Math.abs(seq - chunk.seq) <= CONTEXT);
      const [first, last] = [rows[0], rows.at(-1)];
      return {
        rows,
        before: around.find(({ seq }) => seq + 1 === first?.seq) ?? null,
        cutBefore: first !== undefined && first.seq > 0,
        cutAfter: around.at(-1)?.seq !== last?.seq,
        parts: [],
        part: 0,
      };
    }
    const parts = await store.chunks.every(pid, sid, PART);
    const part = Math.min(wanted ?? Math.floor(chunk.seq / PART), parts.length - 1);
    const first = part * PART;
    const read = await store.chunks.between(pid, sid, first - 1, first + PART - 1);
    const before = read.find(({ seq }) => seq === first - 1) ?? null;
    const rows = read.filter(({ seq }) => seq >= first);
    return { rows, before, cutBefore: false, cutAfter: false, parts, part };
  }

  return {
    /**
     * Returns the address of a web page that opens at the quote. For any other source, returns a link to this server that shows the
     * passage for a day, without a credential.
     */
    link(projectId: string, { sourceId, chunkId, quoteStart, quoteEnd, quote, address }: QuoteLocation): string {
      if (address !== null && isWebAddress(address)) return withTextFragment(address, quote);
      return sign({ pid: projectId, sid: sourceId, cid: chunkId, quote: [quoteStart, quoteEnd] });
    },

    /**
     * A link to a passage in its whole document, for those who may read the source. It is valid as long as a visitor's, and no longer
     * than the credential that it was made with.
     */
    sourceLink(
      credential: KeyCredential | UserCredential,
      { projectId, id: sourceId }: Pick<SourceRow, 'id' | 'projectId'>,
      { id, start, end }: Pick<PassageRow, 'id' | 'start' | 'end'>,
    ): string {
      const claims = { pid: projectId, sid: sourceId, cid: id, quote: [start, end] as [number, number] };
      return sign({ ...claims, whole: true, ...minterClaims(minterOf(credential)) });
    },

    /**
     * The passage in its document: all of that if visitors may open whole documents, else only what surrounds the passage. Without
     * `part` (from 0), the part in which the quote stands, which is then marked. Throws 404 if the link is forged or has expired, or the passage is no
     * longer indexed.
     */
    async view(signed: string, wanted?: number): Promise<DocumentView> {
      const claims = await verify(signed);
      if (!claims) throw errors.linkExpired();
      // Read before the passages: if the cited one exists afterwards, they belong together.
      const document = await store.documents.bySource(claims.pid, claims.sid);
      const [chunk] = await store.chunks.byIds(claims.pid, [claims.cid]);
      // A re-indexed document has other chunks, and its offsets would point elsewhere.
      if (!chunk || !document || chunk.sourceId !== claims.sid) throw errors.linkExpired();
      const { rows, before, ...place } = await passagesToShow(claims, chunk, wanted);
      const { text } = document;
      if (rows.length === 0 || rows.some((row) => text.slice(row.start, row.end) !== row.text))
        throw errors.linkExpired();

      const [start, end] = claims.quote;
      // Who turns to a part reads the document.
      const isHere = wanted === undefined && start < (rows.at(-1)?.end ?? 0) && end > (rows[0]?.start ?? 0);
      const original = await shownOriginal(claims);
      const page = pageAt(chunk, start);
      const { address } = chunk;
      const layout = layOutDocument(document, rows, before?.end ?? 0);
      const [blocks = []] = await followLinks(store.chunks, claims.pid, [{ ...chunk, blocks: layout.blocks }]);
      return {
        ...layout,
        blocks,
        ...place,
        text,
        quote: isHere ? { start, end } : null,
        title: chunk.title,
        sourceName: chunk.sourceName ?? null,
        headings: chunk.headings,
        page,
        language: document.language,
        originalUrl: original && `${publicUrl()}/v1/passages/${signed}/original${pageFragment(original, page)}`,
        address: address !== null && isWebAddress(address) ? withTextFragment(address, text.slice(start, end)) : null,
      };
    },

    /** What a reader whose link shows nothing can be told. */
    async explain(signed: string): Promise<DeadLink> {
      const claims = tokens.readPassage(signed);
      if (!claims) return { reason: 'unknown', back: null };
      const { pid, sid, whole } = claims;
      return {
        reason: (await verify(signed)) ? 'gone' : 'expired',
        // Visitors have no account.
        back: whole ? `${publicUrl()}/projects/${pid}/sources/${sid}` : null,
      };
    },

    /** The stored file of the passage's source. Throws 404 if the link is invalid or visitors may not open originals. */
    async original(signed: string): Promise<Original> {
      const claims = await verify(signed);
      const original = claims && (await shownOriginal(claims));
      if (!original) throw errors.linkExpired();
      return original;
    },
  };
}

/** Browsers open a PDF at the page named in the fragment. */
function pageFragment(original: Original, page: number | null): string {
  return original.contentType === 'application/pdf' && page !== null ? `#page=${page}` : '';
}
