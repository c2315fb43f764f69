import type { AnswererDependencies } from '../../../server/answering/dependencies.ts';
import { indexTerms } from '../../../server/language/terms.ts';
import type { Block, ChunkRow, SearchHit } from '../../../server/store/types.ts';

export interface Written {
  title: string;
  text: string;
  language?: string;
  headings?: string[];
  page?: number;
  /** By default its paragraphs and list items. */
  blocks?: Block[];
}

/** The part of a store that an answer needs, over chunks in memory, without a vector index. */
export function memoryStore(written: Written[]): AnswererDependencies['store'] {
  const rows: ChunkRow[] = written.map(({ title, text, language = 'en', headings = [], page, blocks }, at) => ({
    id: `chunk-${at}`,
    sourceId: `src_${title}`,
    title,
    language,
    seq: at,
    start: 1000 * at,
    end: 1000 * at + text.length,
    text,
    headings,
    page: page ?? null,
    laterPages: [],
    blocks: blocks ?? blocksOf(text),
    section: at,
    address: null,
    indexedAt: 0,
  }));
  const terms = new Map(
    rows.map((row) => [row.id, indexTerms([row.title, ...row.headings, row.text].join('\n'), row.language)]),
  );
  const count = (term: string) => rows.filter(({ id }) => terms.get(id)?.includes(term)).length;
  const hits = (scoreOf: (row: ChunkRow) => number, limit: number): SearchHit[] =>
    rows
      .map((row) => ({ chunkId: row.id, score: scoreOf(row) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  const rarity = (term: string) => Math.log(1 + rows.length / (1 + count(term)));
  return {
    search: {
      text: async (_projectId, wanted, limit, { prefix, filter } = {}) =>
        hits(({ id, sourceId }) => {
          if (filter?.ids && !filter.ids.includes(sourceId)) return 0;
          const own = new Set(terms.get(id));
          const begun = prefix !== undefined && [...own].some((term) => term.startsWith(prefix)) ? 1 : 0;
          return wanted.reduce((sum, term) => sum + (own.has(term) ? rarity(term) : 0), begun);
        }, limit),
      vector: async () => [],
      read: async () => [],
      frequencies: async (_projectId, wanted, { prefixes = [] } = {}) => ({
        chunks: rows.length,
        byTerm: new Map(wanted.map((term) => [term, count(term)])),
        byPrefix: new Map(
          prefixes.map((prefix) => [
            prefix,
            rows.filter(({ id }) => terms.get(id)?.some((term) => term.startsWith(prefix))).length,
          ]),
        ),
      }),
      termsBeginning: async (_projectId, prefix) =>
        [...new Set([...terms.values()].flat())].filter((term) => term.startsWith(prefix)),
      having: async (_projectId, wanted, limit, filter) => {
        const searched = rows.filter(({ sourceId }) => filter?.ids?.includes(sourceId) ?? true).map(({ id }) => id);
        const having = (term: string) => searched.filter((id) => terms.get(id)?.includes(term)).slice(0, limit);
        return new Map(wanted.map((term) => [term, having(term)]));
      },
    },
    chunks: {
      byIds: async (_projectId, ids) => ids.flatMap((id) => rows.filter((row) => row.id === id)),
      textsByIds: async (_projectId, ids) =>
        rows
          .filter((row) => ids.includes(row.id))
          .map(({ id, title, headings, text }) => ({ id, title, headings, text })),
      between: async (_projectId, sourceId, from, to) =>
        rows.filter((row) => row.sourceId === sourceId && row.seq >= from && row.seq <= to),
      spread: async (_projectId, most) => rows.slice(0, most),
    } as AnswererDependencies['store']['chunks'],
    sources: { underWay: async () => false },
    documents: {
      languages: async () => [...new Set(rows.map(({ language }) => language))],
      bySource: async () => null,
    },
  };
}

/** Paragraphs between empty lines, and lists whose items begin with a hyphen. */
function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^- .*$|(?:(?!\n\n|^- )[\s\S])+/gm)].flatMap(({ 0: part, index }): Block[] => {
    const start = index + part.length - part.trimStart().length;
    const end = start + part.trim().length;
    if (start === end) return [];
    return [part.startsWith('- ') ? { kind: 'list-item', start, end, depth: 1 } : { kind: 'paragraph', start, end }];
  });
}
