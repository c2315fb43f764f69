/// <reference path="./peers.d.ts" />
import { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import { findPassages, type PassageMetadata, type RetrieverOptions } from './lib/passages.ts';

export type { PassageMetadata, RetrieverOptions } from './lib/passages.ts';

/**
 * Finds passages of a project for a chain or an agent of LangChain. Each document has the passage as its content, and title,
 * headings, address and score as metadata.
 */
export class FootnoteRetriever extends BaseRetriever<PassageMetadata> {
  lc_namespace: string[] = ['footnote', 'retrievers'];
  readonly #options: RetrieverOptions;

  constructor(options: RetrieverOptions & BaseRetrieverInput) {
    const { client, projectId, limit, filter, ...fields } = options;
    super(fields);
    this.#options = { client, projectId, limit, filter };
  }

  static lc_name(): string {
    return 'FootnoteRetriever';
  }

  /** Called by `invoke`. */
  override async _getRelevantDocuments(query: string): Promise<Document<PassageMetadata>[]> {
    const passages = await findPassages(this.#options, query);
    return passages.map(({ id, text, metadata }) => new Document({ id, pageContent: text, metadata }));
  }
}
