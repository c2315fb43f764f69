/** The kinds of blocks. They matter to chunking: a table row or a code block is not split if it fits. */
export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code';

/** What a document is made of, and a chunk of it. */
export interface Block {
  kind: BlockKind;
  /** Offsets into the document text (UTF-16 units), end exclusive; those of a chunk's blocks into the chunk's text. */
  start: number;
  end: number;
  /** 1–6, headings only. */
  level?: number;
  /** How many lists the block stands in: 1 for a top-level item and for code or a paragraph inside it. Absent for none. */
  depth?: number;
  /** Of a numbered list. Items keep their marker (`1. `, `- `) at the start of their text. */
  ordered?: true;
  /** Of code: the programming language, as the document names it. */
  language?: string;
  /** A row of a table's head. */
  header?: true;
  /** What the page says of itself, as in its front matter: it stands apart from the text that follows. */
  summary?: true;
  /** Of a paragraph: the alternative texts of pictures, and nothing else. Of code: what a diagram is drawn from. */
  picture?: true;
  /** What the block stands in; the innermost counts. */
  callout?: Callout;
  /** Inline code in running text, as offsets like `start` and `end`. */
  codeSpans?: [start: number, end: number][];
  /** Links in running text, in order: their texts, as offsets like `start` and `end`. */
  links?: Link[];
  /** Lines of the file in which it is written, as far as they are known: where the words of each begin, as an offset like `start`. */
  lines?: [at: number, line: number][];
  /** In a chunk: the block began in the chunk before. */
  continued?: true;
}

/** A text that leads elsewhere. */
export interface Link {
  start: number;
  end: number;
  /** On the web; or relative to the file, as it is written there. */
  address: string;
}

export type Callout = 'quote' | 'note' | 'tip' | 'warning';
