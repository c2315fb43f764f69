/** The direction that each language of the widget is written in, by BCP 47 language subtag. The one list of them. */
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

/**
 * The languages of the widget: the effective values of `widget.locale` and of the attribute `locale`. The widget's files,
 * the console's lists and the documentation follow them. The annotation lets bundles that only need the directions drop it.
 */
export const WIDGET_LANGUAGES = /* @__PURE__ */ Object.keys(WIDGET_LANGUAGE_DIRECTIONS) as readonly WidgetLanguage[];
