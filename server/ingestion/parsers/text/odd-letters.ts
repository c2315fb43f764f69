/**
 * What a text in Latin letters has where its bytes were read in the wrong encoding: characters of no text, capitals and signs
 * within words, accents that stand alone.
 */
const ODD = [
  /[\u0080-\u0084\u0086-\u009f\ufffd\p{Co}\p{Cn}]/gu,
  /(?<=\p{Ll})[\p{Lu}--\p{ASCII}]/gv,
  /(?<=\p{Lu})[\p{Lu}--\p{ASCII}](?=[\p{Ll}--ß])/gv,
  /(?<=\p{Script=Latin})[[^\p{L}\p{M}\p{ASCII}\s·‐‑–—…’\u00ad\u200b-\u200d]ƒªº](?=\p{Script=Latin})/gv,
  /[¨˘¸ˇ¯˙˝˛]/gu,
  /[¢¤¦¬†‡‰¶─-▟](?=\p{Ll})|(?<=\p{Ll})[─-▟]/gu,
];

/** How many characters of a text are odd. */
export const countOdd = (text: string): number =>
  ODD.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);

export const countBeyondAscii = (text: string): number => text.match(/\P{ASCII}/gu)?.length ?? 0;

/** This much of what is not ASCII must be odd, and this many characters; fewer are names and marks of their own kind. */
const GARBLED_SHARE = 0.1;
const FEWEST_ODD = 3;
const MAX_TOLD = 200;

/** The beginning of the lines of a text that make no sense; empty where the text does. */
export function garbledLines(text: string): string {
  if (countOdd(text) < Math.max(FEWEST_ODD, countBeyondAscii(text) * GARBLED_SHARE)) return '';
  const lines = text.split('\n').filter((line) => countOdd(line) > 0);
  return lines.join(' ').slice(0, MAX_TOLD).toWellFormed();
}
