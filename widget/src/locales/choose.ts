import type { WidgetLanguage } from '@footnote/sdk';

/**
 * Chooses the language of the widget from the keys of `known`. `wanted` is a BCP 47 tag. If it is `auto` or missing, the
 * page's language is taken, else the first of the browser's that is known, else English.
 */
export function chooseLocale(wanted: string | undefined, known: Record<WidgetLanguage, unknown>): WidgetLanguage {
  const tags = !wanted || wanted === 'auto' ? [document.documentElement.lang, ...navigator.languages] : [wanted];
  const languages = tags.map((tag) => tag.toLowerCase().split('-')[0] as WidgetLanguage);
  return languages.find((language) => Object.hasOwn(known, language)) ?? 'en';
}
