/** Scripts of South-East Asia, whose words stand without spaces between them: for a class of an expression. */
export const SOUTH_EAST_ASIAN = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
/** All scripts that are written without spaces between words. */
export const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}${SOUTH_EAST_ASIAN}`;

/**
 * How many letters of each script decide a language by script alone, and between which languages a script leaves the
 * choice. The first of a list is the usual one.
 */
const SCRIPTS: { pattern: RegExp; languages: string[] }[] = [
  { pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, languages: ['ja'] },
  { pattern: /\p{Script=Han}/gu, languages: ['zh'] },
  { pattern: /\p{Script=Hangul}/gu, languages: ['ko'] },
  { pattern: /\p{Script=Thai}/gu, languages: ['th'] },
  { pattern: /\p{Script=Lao}/gu, languages: ['lo'] },
  { pattern: /\p{Script=Khmer}/gu, languages: ['km'] },
  { pattern: /\p{Script=Myanmar}/gu, languages: ['my'] },
  { pattern: /\p{Script=Arabic}/gu, languages: ['ar', 'fa', 'ur'] },
  { pattern: /\p{Script=Hebrew}/gu, languages: ['he'] },
  { pattern: /\p{Script=Greek}/gu, languages: ['el'] },
  { pattern: /\p{Script=Devanagari}/gu, languages: ['hi', 'ne', 'mr', 'sa'] },
  { pattern: /\p{Script=Bengali}/gu, languages: ['bn'] },
  { pattern: /\p{Script=Tamil}/gu, languages: ['ta'] },
  { pattern: /\p{Script=Telugu}/gu, languages: ['te'] },
  { pattern: /\p{Script=Kannada}/gu, languages: ['kn'] },
  { pattern: /\p{Script=Malayalam}/gu, languages: ['ml'] },
  { pattern: /\p{Script=Gujarati}/gu, languages: ['gu'] },
  { pattern: /\p{Script=Gurmukhi}/gu, languages: ['pa'] },
  { pattern: /\p{Script=Georgian}/gu, languages: ['ka'] },
  { pattern: /\p{Script=Armenian}/gu, languages: ['hy'] },
  { pattern: /\p{Script=Ethiopic}/gu, languages: ['am'] },
  { pattern: /\p{Script=Cyrillic}/gu, languages: ['ru', 'uk', 'bg', 'sr'] },
  {
    pattern: /\p{Script=Latin}/gu,
    languages: [
      'en',
      'de',
      'fr',
      'es',
      'it',
      'pt',
      'nl',
      'sv',
      'da',
      'no',
      'fi',
      'hu',
      'ro',
      'tr',
      'id',
      'lt',
      'sl',
      'ga',
      'pl',
    ],
  },
];

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const NOT_ASCII = /[\u0080-\uffff]/;
const BEYOND_ASCII = /[\u0080-\uffff]+/g;
const LATIN = SCRIPTS.find(({ languages }) => languages[0] === 'en')?.languages ?? [];
/** A character of one script, not punctuation, a sign or a mark that scripts share. */
const OF_A_SCRIPT = /[^\p{Script=Common}\p{Script=Inherited}]/u;

/** The characters of a text that are not ASCII. */
export const withoutAscii = (text: string): string =>
  NOT_ASCII.test(text) ? (text.match(BEYOND_ASCII) ?? []).join('') : '';

/** Among ASCII characters, only letters have a script: Latin. */
function countAsciiLetters(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) letters += 1;
  }
  return letters;
}

/**
 * The languages that a text's script allows, likeliest first; empty for a text without letters. A text with kana is Japanese
 * however many Han characters it has, as Chinese has no kana.
 */
export function languagesByScript(text: string): string[] {
  const rest = withoutAscii(text);
  if (!OF_A_SCRIPT.test(rest)) return /[A-Za-z]/.test(text) ? LATIN : [];
  let best: string[] = [];
  let most = 0;
  let kana = 0;
  for (const { pattern, languages } of SCRIPTS) {
    let letters = count(rest, pattern);
    if (languages[0] === 'en') letters += countAsciiLetters(text);
    if (letters === 0) continue;
    if (languages[0] === 'ja') kana = letters;
    // One Han or kana character carries about as much as two letters of an alphabet.
    if (languages[0] === 'ja' || languages[0] === 'zh') letters *= 2;
    if (letters > most) [best, most] = [languages, letters];
  }
  return best[0] === 'zh' && kana > 0 && kana * 20 > most / 2 ? ['ja'] : best;
}
