/** Two characters that together would begin a citation, a link, an image, a definition of a link, or HTML. */
const MARKUP_PAIRS = /(?<=\[)(?=\d|\^)|(?<=\])(?=[(:[])|(?<=!)(?=\[)|(?<=<)(?=[\p{L}/!?])/gu;

/**
 * What a model writes, made harmless to whatever shows it: it cites nothing, links to nothing, and loads nothing. A space
 * between the two characters that would begin it is enough, and it stays readable. Text comes in pieces of any size.
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
    /** Our own markers, and code. */
    verbatim: passThrough,
  };
}
