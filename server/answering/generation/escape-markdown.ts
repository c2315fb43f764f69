/** Two characters that together would begin a citation, a link, an image, a definition of a link, or HTML. */
const PAIRS = /(?<=\[)(?=\d|\^)|(?<=\])(?=[(:[])|(?<=!)(?=\[)|(?<=<)(?=[\p{L}/!?])/gu;

/**
 * What a model writes, made harmless to whatever shows it: it cites nothing, links to nothing, and loads nothing. A space
 * between the two characters that would begin it is enough, and it stays readable. Text comes in pieces of any size.
 */
export function createDefuser(): { text(piece: string): string; verbatim(piece: string): string } {
  let last = '';
  const passed = (piece: string) => {
    last = piece.at(-1) ?? last;
    return piece;
  };
  return {
    text(piece) {
      const defused = (last + piece).replace(PAIRS, ' ').slice(last.length);
      return passed(defused);
    },
    /** Our own markers, and code. */
    verbatim: passed,
  };
}
