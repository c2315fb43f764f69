import type { WidgetLanguage } from '@footnote/sdk';
import type { Strings } from './strings.ts';

/** Loads the strings of each language, which are a file of their own. */
export const LOCALES: Record<WidgetLanguage, () => Promise<{ strings: Strings }>> = {
  ar: () => import('./ar.ts'),
  de: () => import('./de.ts'),
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  hi: () => import('./hi.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  nl: () => import('./nl.ts'),
  pt: () => import('./pt.ts'),
  zh: () => import('./zh.ts'),
};

/** All strings of a language. Rejects if they cannot be loaded. */
export async function loadLocale(language: WidgetLanguage): Promise<Strings> {
  return (await LOCALES[language]()).strings;
}
