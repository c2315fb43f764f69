import type { EmbeddingKind } from './types.ts';

/**
 * The prefixes that a model was trained with, as its authors state them. The first pattern that matches a name applies.
 */
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

/** The prefixes of questions and passages; empty for a model that is not listed. */
export function embeddingPrefixes(model: string): { queryPrefix: string; passagePrefix: string } {
  const name = model.toLowerCase().replaceAll('_', '-');
  const [, queryPrefix = '', passagePrefix = ''] = PREFIXES.find(([pattern]) => pattern.test(name)) ?? [];
  return { queryPrefix, passagePrefix };
}

/** The text with its model's prefix. */
export function prefixed(text: string, kind: EmbeddingKind, model: string): string {
  const { queryPrefix, passagePrefix } = embeddingPrefixes(model);
  return (kind === 'query' ? queryPrefix : passagePrefix) + text;
}
