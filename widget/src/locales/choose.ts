/**
 * The language to speak, of those that are keys of `known`. `wanted` is a BCP 47 tag, or `auto` or nothing for the page's
 * language, else one of the browser's, the dearest first. English where none of them is known.
 */
export function chooseLocale(wanted: string | undefined, known: object): string {
  const tags = !wanted || wanted === 'auto' ? [document.documentElement.lang, ...navigator.languages] : [wanted];
  const languages = tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return languages.find((language) => Object.hasOwn(known, language)) ?? 'en';
}

/** The direction that a language is written in. */
export const directionOf = (language: string) => (language === 'ar' ? 'rtl' : 'ltr');
