/** Beginnings of words that ask for what has changed and when, by language, in lower case, separated by spaces. */
export const NEWS_WORDS: Record<string, string> = {
  en: 'release version changelog changed announc roadmap blog news latest recent',
  de: 'veröffentlich version änderung geändert angekündigt ankündig neuigkeit blog neueste zuletzt',
  es: 'lanza versi cambi anunci novedad blog últim',
  fr: 'sorti version chang annonc nouveauté blog derni',
  it: 'rilasci version cambi annunc novità blog ultim',
  nl: 'uitgebracht versie gewijzigd wijziging aangekondig nieuws blog laatste nieuwste',
  pt: 'lança vers mudan mudou anunci novidade blog últim',
  ru: 'выпу верси измен анонс новост блог последн',
};
