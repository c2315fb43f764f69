/**
 * The parts of two optional peers that are used here. A clone is installed without them, as they are large; a test compiles and
 * runs the package with the real ones. Not part of the package: its users have the types of their own version.
 */
declare module '@langchain/core/documents' {
  export class Document<Metadata extends Record<string, unknown>> {
    constructor(fields: { id?: string; pageContent: string; metadata?: Metadata });
    id?: string;
    pageContent: string;
    metadata: Metadata;
  }
}

declare module '@langchain/core/retrievers' {
  import type { Document } from '@langchain/core/documents';

  export interface BaseRetrieverInput {
    tags?: string[];
    metadata?: Record<string, unknown>;
    verbose?: boolean;
  }
  export abstract class BaseRetriever<Metadata extends Record<string, unknown>> {
    constructor(fields?: BaseRetrieverInput);
    abstract lc_namespace: string[];
    _getRelevantDocuments(query: string): Promise<Document<Metadata>[]>;
    invoke(query: string): Promise<Document<Metadata>[]>;
  }
}

declare module '@llamaindex/core/schema' {
  export class TextNode<Metadata extends Record<string, unknown>> {
    constructor(fields: { id_?: string; text: string; metadata?: Metadata });
    id_: string;
    text: string;
    metadata: Metadata;
    getContent(mode: MetadataMode): string;
  }
  export enum MetadataMode {
    NONE = 'NONE',
  }
  export interface NodeWithScore<Metadata extends Record<string, unknown> = Record<string, unknown>> {
    node: TextNode<Metadata>;
    score?: number;
  }
}

declare module '@llamaindex/core/retriever' {
  import type { NodeWithScore } from '@llamaindex/core/schema';

  export abstract class BaseRetriever {
    protected constructor();
    abstract _retrieve(params: { query: string }): Promise<NodeWithScore[]>;
    retrieve(query: string): Promise<NodeWithScore[]>;
  }
}
