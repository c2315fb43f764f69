import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type ObjectLiteral, objectLiterals } from './object-literals.ts';

/** What the settings of a VitePress or Starlight site say of its languages, each of which has a folder of its own. */
export interface SiteLanguages {
  /** From the folder with the settings to the folder that is synced, with slashes; empty if they are the same. */
  above: string;
  /** From the folder with the settings to the one with the pages; empty if they are the same. */
  pages: string;
  /** The language that the pages of each folder say of themselves; null where it is not known. */
  folders: ReadonlyMap<string, string | null>;
  /** That of pages in no such folder. */
  root: string | null;
}

/** VitePress's, where the settings name none. */
const VITEPRESS_LANGUAGE = 'en-US';

/** Reads `locales`, `lang` and `srcDir` of `.vitepress/config`. Null for a site in one language. */
export function vitepressLanguages(file: string, above: string): SiteLanguages | null {
  const found = settingsIn(file);
  if (!found) return null;
  const { settings, locales } = found;
  const ofSite = writtenOut(settings, 'lang', VITEPRESS_LANGUAGE);
  const languages = languagesOf(locales, () => ofSite);
  const pages = writtenOut(settings, 'srcDir', '');
  const root = languages.get('root') ?? (locales.names.has('root') ? null : ofSite);
  return pages === null ? null : { above, pages: posix.join(pages, '.').replace(/^\.$/, ''), folders: languages, root };
}

/** Reads `locales` and `defaultLocale` of the options of Starlight. Null for a site in one language. */
export function starlightLanguages(file: string, above: string, pages: string): SiteLanguages | null {
  const found = settingsIn(file);
  if (!found) return null;
  const { settings, locales } = found;
  const languages = languagesOf(locales, (folder) => (folder === 'root' ? null : folder));
  const root = languages.get(locales.names.has('root') ? 'root' : (settings.texts.get('defaultLocale') ?? ''));
  return { above, pages, folders: languages, root: root ?? null };
}

/** The outermost object with several locales: options of searches may have locales, too. Null if it is not written out. */
function settingsIn(file: string): { settings: ObjectLiteral; locales: ObjectLiteral } | null {
  const [settings] = objectLiterals(readFileSync(file, 'utf8'))
    .filter(({ objects }) => objects.has('locales'))
    .toSorted((one, other) => one.depth - other.depth);
  const locales = settings?.objects.get('locales');
  return settings && locales?.isComplete && locales.names.size > 1 ? { settings, locales } : null;
}

function languagesOf(locales: ObjectLiteral, otherwise: (folder: string) => string | null): Map<string, string | null> {
  const entries = [...locales.names].map((name): [string, string | null] => {
    const folder = name.replace(/^\/|\/$/g, '');
    const locale = locales.objects.get(name);
    return [folder, locale ? writtenOut(locale, 'lang', otherwise(folder)) : null];
  });
  return new Map(entries);
}

/** The text of a property; null if it has one that is not written out, or may have. */
function writtenOut(literal: ObjectLiteral, name: string, absent: string | null): string | null {
  const isAbsent = literal.isComplete && !literal.names.has(name);
  return literal.texts.get(name) ?? (isAbsent ? absent : null);
}

/** What is said of a page: `language`. */
export function languageMetadata(path: string, { above, pages, folders, root }: SiteLanguages): Record<string, string> {
  const whole = posix.join(above, path);
  if (pages !== '' && !whole.startsWith(`${pages}/`)) return {};
  const page = pages === '' ? whole : whole.slice(pages.length + 1);
  // A folder may be below another one, such as `docs/de`.
  const folder = [...folders.keys()].find((name) => page.startsWith(`${name}/`));
  const language = folder === undefined ? root : folders.get(folder);
  return language ? { language } : {};
}
