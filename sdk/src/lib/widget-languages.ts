/**
 * The languages that the widget has strings in, as BCP 47 language subtags: what `widget.locale` and the attribute `locale`
 * have an effect for. The widget's files, the console's lists and the documentation follow this list.
 */
export const WIDGET_LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'pt', 'zh'] as const;

export type WidgetLanguage = (typeof WIDGET_LANGUAGES)[number];
