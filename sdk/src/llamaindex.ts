/// <reference path="./peers.d.ts" />
import { BaseRetriever } from '@llamaindex/core/retriever';
import { type NodeWithScore, TextNode } from '@llamaindex/core/schema';
import { findPassages, type PassageMetadata, type RetrieverOptions } from './lib/passages.ts';

export type { PassageMetadata, RetrieverOptions } from './lib/passages.ts';

/** A query of LlamaIndex: a text, or parts of which the texts count. */
interface QueryLike {
  query: string | readonly { type: string; text?: unknown }[];
}

/**
 * Finds passages of a project for a query engine or an agent of LlamaIndex. Each node has the passage as its text, and title,
 * headings and address as metadata.
 */
export class FootnoteRetriever extends BaseRetriever {
  readonly #options: RetrieverOptions;

  constructor(options: RetrieverOptions) {
    super();
    this.#options = options;
  }

  /** Called by `retrieve`. */
  async _retrieve({ query }: QueryLike): Promise<NodeWithScore<PassageMetadata>[]> {
    const texts = typeof query === 'string' ? [query] : query.map(({ text }) => (typeof text === 'string' ? text : ''));
    const passages = await findPassages(this.#options, texts.join(' '));
    return passages.map(({ id, text, metadata }) => ({
      node: new TextNode({ id_: id, text, metadata }),
      score: metadata.score,
    }));
  }
}
