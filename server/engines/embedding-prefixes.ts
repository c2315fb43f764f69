import type { EmbeddingKind } from './types.ts';

/** What a model was trained to find before a text, as its authors write it. The first that a name holds is it. */
const PREFIXES: [name: RegExp, query: string, passage: string][] = [
  [/\be5-mistral\b|\be5-.*instruct\b/, 'Instruct: Given a question, retrieve passages that answer it\nQuery: ', ''],
  [/\be5\b/, 'query: ', 'passage: '],
  [/\bbge-(small|base|large)-en\b/, 'Represent this sentence for searching relevant passages: ', ''],
  [/\bembedding-?gemma\b/, 'task: search result | query: ', 'title: none | text: '],
  [/\bqwen3-embedding\b/, 'Instruct: Given a question, retrieve passages that answer it\nQuery:', ''],
  [/\bnomic-embed-text\b/, 'search_query: ', 'search_document: '],
  [/\bmxbai-embed-large\b/, 'Represent this sentence for searching relevant passages: ', ''],
  [/\bsnowflake-arctic-embed\b/, 'Represent this sentence for searching relevant passages: ', ''],
];

/** What goes before a question and before a passage; nothing for a model that is not listed. */
export function prefixesOf(model: string): { queryPrefix: string; passagePrefix: string } {
  const name = model.toLowerCase().replaceAll('_', '-');
  const [, queryPrefix = '', passagePrefix = ''] = PREFIXES.find(([pattern]) => pattern.test(name)) ?? [];
  return { queryPrefix, passagePrefix };
}

/** The text as its model wants it. */
export function prefixed(text: string, kind: EmbeddingKind, model: string): string {
  const { queryPrefix, passagePrefix } = prefixesOf(model);
  return (kind === 'query' ? queryPrefix : passagePrefix) + text;
}
