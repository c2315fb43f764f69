/** The languages that the widget has texts in: those of `WIDGET_LANGUAGES` in the SDK. */
export const WIDGET_LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'nl', 'pt', 'zh'] as const;
