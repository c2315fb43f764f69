/** Between two characters that together would begin a citation, a link, an image, a link definition, or HTML. */
const MARKUP_PAIRS = /(?<=\[)(?=\d|\^)|(?<=\])(?=[(:[])|(?<=!)(?=\[)|(?<=<)(?=[\p{L}/!?])/gu;

export interface MarkdownEscaper {
  text(piece: string): string;
  /** For code, and for Markdown that the server writes. */
  verbatim(piece: string): string;
  /** For the server's own markers. Behind words, a colon after one begins no link definition. */
  markers(piece: string): string;
}

/**
 * Makes what a model writes harmless to any Markdown renderer: it cites nothing, links to nothing and loads nothing. A
 * space between the two characters that would begin such markup is enough and stays readable. Text may be split anywhere.
 */
export function createMarkdownEscaper(): MarkdownEscaper {
  let last = '';
  let lineHasWords = false;
  let mayHaveColon = false;
  const passThrough = (piece: string) => {
    const lineStart = piece.lastIndexOf('\n') + 1;
    lineHasWords = (lineHasWords && lineStart === 0) || /\p{L}/u.test(piece.slice(lineStart));
    last = piece.at(-1) ?? last;
    mayHaveColon = mayHaveColon && piece === '';
    return piece;
  };
  return {
    text(piece) {
      if (mayHaveColon && piece.startsWith(':')) last = '';
      const escaped = (last + piece).replace(MARKUP_PAIRS, ' ').slice(last.length);
      return passThrough(escaped);
    },
    verbatim: passThrough,
    markers(piece) {
      passThrough(piece);
      mayHaveColon = lineHasWords && !piece.includes('\n');
      return piece;
    },
  };
}
