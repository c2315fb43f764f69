/** Markdown that is no part of what a sentence says: the mark of a list item at the beginning of a line, and emphasis. */
export const MARKDOWN_DECORATION = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+|[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
