/** A word cut at the line's end: a letter and a hyphen, or a hyphen that only shows there. */
const CUT_WORD = /\p{L}\p{M}*(?:[-\u2010]|\u00ad|\ufffe)$/u;
const SOFT_HYPHEN = /[\u00ad\ufffe]$/;
const STARTS_SMALL = /^\p{Ll}/u;
/** Scripts that are written without spaces between words. */
const SPACELESS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u3000-\\u303f\\uff00-\\uffef';
const ENDS_SPACELESS = new RegExp(`[${SPACELESS}]$`, 'u');
const STARTS_SPACELESS = new RegExp(`^[${SPACELESS}]`, 'u');

/**
 * The lines of one paragraph as running text: words cut by a hyphen at the line's end are joined, scripts without spaces
 * get none. `known` says whether a hyphenated word (`well-known`) occurs elsewhere, so that its hyphen is its own.
 */
export function joinLines(lines: string[], known: (word: string) => boolean = () => false): string {
  let text = '';
  for (const raw of lines) {
    const line = raw.trim();
    if (!line) continue;
    if (!text) text = line;
    else if (CUT_WORD.test(text) && STARTS_SMALL.test(line)) text = joinCutWord(text, line, known);
    else if (ENDS_SPACELESS.test(text) && STARTS_SPACELESS.test(line)) text += line;
    else text = `${text.replace(SOFT_HYPHEN, '-')} ${line}`;
  }
  return text;
}

function joinCutWord(text: string, line: string, known: (word: string) => boolean): string {
  const stem = text.slice(0, -1);
  const head = stem.match(/\S+$/)?.[0] ?? '';
  const tail = line.match(/^[\p{L}\p{M}]+/u)?.[0] ?? '';
  return known(`${head}-${tail}`.toLowerCase()) ? `${stem}-${line}` : stem + line;
}
