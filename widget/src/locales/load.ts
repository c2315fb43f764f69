import type { Strings } from './strings.ts';

/** The languages, each in a file of its own. */
export const LOCALES: Record<string, () => Promise<{ strings: Strings }>> = {
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

/** All words of one of these languages. Rejects where they cannot be loaded. */
export async function loadLocale(language: string): Promise<Strings | undefined> {
  return (await LOCALES[language]?.())?.strings;
}
