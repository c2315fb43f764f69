/** Between two characters that together would begin a citation, a link, an image, a link definition, or HTML. */
const MARKUP_PAIRS = /(?<=\[)(?=\d|\^)|(?<=\])(?=[(:[])|(?<=!)(?=\[)|(?<=<)(?=[\p{L}/!?])/gu;

/**
 * Makes what a model writes harmless to any Markdown renderer: it cites nothing, links to nothing and loads nothing. A
 * space between the two characters that would begin such markup is enough and stays readable. Text may be split anywhere.
 */
export function createMarkdownEscaper(): { text(piece: string): string; verbatim(piece: string): string } {
  let last = '';
  const passThrough = (piece: string) => {
    last = piece.at(-1) ?? last;
    return piece;
  };
  return {
    text(piece) {
      const escaped = (last + piece).replace(MARKUP_PAIRS, ' ').slice(last.length);
      return passThrough(escaped);
    },
    /** For the server's own markers, and for code. */
    verbatim: passThrough,
  };
}
