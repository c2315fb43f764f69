/** The word on a search button in each language, which is needed before any file of strings is loaded; the same as `search` there. */
export const SEARCH_LABELS = {
  ar: 'بحث',
  de: 'Suchen',
  en: 'Search',
  es: 'Buscar',
  fr: 'Rechercher',
  hi: 'खोजें',
  it: 'Cerca',
  ja: '検索',
  ko: '검색',
  nl: 'Zoeken',
  pt: 'Pesquisar',
  zh: '搜索',
};

/** That of a language, by its BCP 47 tag; in English if the widget does not have the language. */
export function searchLabel(tag) {
  return SEARCH_LABELS[tag.toLowerCase().replace(/-.*/, '')] ?? SEARCH_LABELS.en;
}
