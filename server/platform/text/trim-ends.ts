/**
 * The text without such characters at its end. `replace(/=+$/, '')` would look at a run of them from every place in it, which
 * takes the square of its length.
 */
export function withoutEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text without such characters at its beginning and at its end. */
export function withoutEnds(text: string, character: RegExp): string {
  let start = 0;
  while (start < text.length && character.test(text.charAt(start))) start += 1;
  return withoutEnd(text.slice(start), character);
}
