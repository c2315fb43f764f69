import type { Strings } from './strings.ts';

/** The languages besides English, which comes with the widget; each is a file of its own. */
const LOCALES: Record<string, () => Promise<Strings>> = {
  ar: () => import('./ar.ts').then(({ ar }) => ar),
  de: () => import('./de.ts').then(({ de }) => de),
  es: () => import('./es.ts').then(({ es }) => es),
  fr: () => import('./fr.ts').then(({ fr }) => fr),
};

/** The language to speak: of `wanted` (the first is the dearest), the first that there are words in; else English. */
export function chooseLocale(wanted: readonly string[]): string {
  const languages = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return languages.find((language) => language === 'en' || Object.hasOwn(LOCALES, language)) ?? 'en';
}

/** The words of a language; undefined for English, whose words are there already. Rejects where they cannot be loaded. */
export async function loadLocale(language: string): Promise<Strings | undefined> {
  return LOCALES[language]?.();
}
