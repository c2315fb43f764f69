/** An ending as it is typed, and as it may be written. */
type Ending = [typed: RegExp, written: string];

/** How endings are written in Britain and in America, either way. Where many other words end so, the beginnings are listed. */
const ENGLISH: Ending[] = [
  [/(?<!pract)is(?=(?:e|ed|er|ers|es|ing|ation|ations|ational)$)/, 'iz'],
  [/iz(?=(?:e|ed|er|ers|es|ing|ation|ations|ational)$)/, 'is'],
  [/(?<=anal|paral|catal)ys(?=(?:e|ed|er|ers|es|ing)$)/, 'yz'],
  [/(?<=anal|paral|catal)yz(?=(?:e|ed|er|ers|es|ing)$)/, 'ys'],
  [/(?<=col|fav|flav|hon|lab|hum|rum|behavi|endeav|harb|neighb)our/, 'or'],
  [/(?<=^col|^fav|^flav|^hon|^lab|^hum|^rum|behavi|endeav|harb|neighb)or(?!at)/, 'our'],
  [/(?<=cance|labe|mode|trave|signa|channe|tunne|leve|dia)ll(?=(?:ed|er|ers|ing|ings)$)/, 'l'],
  [/(?<=cance|labe|mode|trave|signa|channe|tunne|leve|dia)l(?=(?:ed|er|ers|ing|ings)$)/, 'll'],
  [/(?<=cent|^met|^lit|fib|theat)re(?=s?$)/, 'er'],
  [/(?<=cent|^met|^lit|fib|theat)er(?=s?$)/, 're'],
  [/(?<=licen|defen|offen)c(?=es?$)/, 's'],
  [/(?<=licen|defen|offen)s(?=es?$)/, 'c'],
  [/(?<=practi)s(?=(?:e|ed|es|ing)$)/, 'c'],
  [/(?<=catal|dial|anal)ogue(?=s?$)/, 'og'],
  [/(?<=catal|dial|anal)og(?=s?$)/, 'ogue'],
  [/(?<=^gr)ey/, 'ay'],
  [/(?<=^gr)ay/, 'ey'],
];

/**
 * Stemmers know endings by their accents: “instalación” and “instalaciones” have one stem, “instalacion” has another. Accents
 * elsewhere in a word do not matter here, as stems are folded.
 */
const ENDINGS: Record<string, Ending[]> = {
  en: ENGLISH,
  es: [
    [/ion$/, 'ión'],
    [/ia(?=(?:s|n|mos)?$)/, 'ía'],
  ],
  fr: [
    [/e(?=s?$)/, 'é'],
    [/ee(?=s?$)/, 'ée'],
    [/iere(?=s?$)/, 'ière'],
    [/es$/, 'ès'],
  ],
  it: [[/ta$/, 'tà']],
  pt: [
    [/ao$/, 'ão'],
    [/cao$/, 'ção'],
    [/oes$/, 'ões'],
    [/coes$/, 'ções'],
    [/encia(?=s?$)/, 'ência'],
    [/ancia(?=s?$)/, 'ância'],
  ],
};

/** Two letters for one with an umlaut, but not in “neue”, “bauen” and “Quelle”. */
const UMLAUT = /ae|oe|(?<![aeq])ue/g;
const UMLAUTS: Record<string, string> = { ae: 'ä', oe: 'ö', ue: 'ü' };

/** Shorter words have too many chance pairs. */
const MIN_LENGTH = 5;
const MAX_LENGTH = 64;
const ONLY_ASCII = /^[a-z]+$/;

/** Version numbers are written with a mark and without it. */
const VERSION = /^(v?)(\d+(?:\.\d+){1,3})$/i;

/**
 * What a word may be meant to be that is typed in ASCII: the same word with the accents or umlauts of its language that change
 * its stem, “color” for “colour”, and “v2.3” for “2.3”. Lower case; many of them are no words, so they count only where documents
 * have them.
 */
export function otherSpellings(word: string, language: string): string[] {
  const [, mark, version] = VERSION.exec(word) ?? [];
  if (version !== undefined) return [mark === '' ? `v${version}` : version];
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  const lower = word.toLowerCase();
  if (!ONLY_ASCII.test(lower)) return [];
  if (language === 'de') return lower.search(UMLAUT) === -1 ? [] : [withUmlauts(lower)];
  return (ENDINGS[language] ?? []).flatMap(([typed, written]) =>
    typed.test(lower) ? [lower.replace(typed, written)] : [],
  );
}

const withUmlauts = (word: string) => word.replace(UMLAUT, (letters) => UMLAUTS[letters] ?? letters);

const UMLAUT_LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A German word as it is typed where there are no umlauts. */
export const withUmlautsAsLetters = (word: string): string =>
  word.replace(/[äöüß]/g, (letter) => UMLAUT_LETTERS[letter] ?? letter);
