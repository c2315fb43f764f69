/** The languages of the widget, by BCP 47 subtag, and the direction that each is written in. The only list of them. */
export const WIDGET_LANGUAGE_DIRECTIONS = {
  ar: 'rtl',
  de: 'ltr',
  en: 'ltr',
  es: 'ltr',
  fr: 'ltr',
  hi: 'ltr',
  it: 'ltr',
  ja: 'ltr',
  ko: 'ltr',
  nl: 'ltr',
  pt: 'ltr',
  zh: 'ltr',
} as const;

export type WidgetLanguage = keyof typeof WIDGET_LANGUAGE_DIRECTIONS;

export const WIDGET_LANGUAGES = Object.keys(WIDGET_LANGUAGE_DIRECTIONS) as [WidgetLanguage, ...WidgetLanguage[]];
