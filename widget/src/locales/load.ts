import type { Strings } from './strings.ts';

/** The languages, each in a file of its own. */
const LOCALES: Record<string, () => Promise<{ strings: Strings }>> = {
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

/** The language to speak: of `wanted` (the first is the dearest), the first that there are words in; else English. */
export function chooseLocale(wanted: readonly string[]): string {
  const languages = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return languages.find((language) => Object.hasOwn(LOCALES, language)) ?? 'en';
}

/** All words of a language that `chooseLocale` has named. Rejects where they cannot be loaded. */
export async function loadLocale(language: string): Promise<Strings | undefined> {
  return (await LOCALES[language]?.())?.strings;
}
