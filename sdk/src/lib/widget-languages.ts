/**
 * The languages of the widget, as BCP 47 language subtags: the effective values of `widget.locale` and of the attribute
 * `locale`. The widget's files, the console's lists and the documentation follow this list.
 */
export const WIDGET_LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'pt', 'zh'] as const;

export type WidgetLanguage = (typeof WIDGET_LANGUAGES)[number];
