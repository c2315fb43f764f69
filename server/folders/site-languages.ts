import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { type ObjectLiteral, objectLiterals } from './object-literals.ts';

/** What the settings of a VitePress, Starlight or Mintlify site say of its languages, each of which has a folder of its own. */
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
/** More are not meant: what a repository says must not keep the server busy. */
const MOST_LOCALES = 200;

/** The file with the settings of a VitePress site: `config.ts`, or the index of a folder with that name. Null if it has none. */
export function vitepressSettings(folder: string): string | null {
  const home = join(folder, '.vitepress');
  const found = fileOf(home, 'config') ?? fileOf(join(home, 'config'), 'index');
  return found && relative(folder, found);
}

/** A program in the folder by its name without its ending. */
function fileOf(folder: string, name: string): string | null {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return null;
  const found = readdirSync(folder, { withFileTypes: true }).find(
    (one) => !one.isDirectory() && one.name !== name && one.name.replace(/\.[cm]?[jt]s$/, '') === name,
  );
  return found === undefined ? null : join(folder, found.name);
}

/** The folder that VitePress reads pages from, below that of its settings; empty for the same. Null where it is not written out. */
export function vitepressPages(file: string): string | null {
  const settings = literalsIn(file).find(({ names }) => names.has('srcDir'));
  return settings ? folderOf(settings.texts.get('srcDir') ?? null) : '';
}

/** From a folder to one below it, with slashes; empty if they are the same. */
const folderOf = (path: string | null) => path && posix.join(path, '.').replace(/^\.$|\/$/g, '');

/** Reads `locales`, `lang` and `srcDir` of `.vitepress/config`. Null for a site in one language. */
export function vitepressLanguages(file: string, above: string): SiteLanguages | null {
  const found = settingsIn(file);
  if (!found) return null;
  const { settings, locales } = found;
  const variables = variablesBeside(file);
  const ofSite = textOf(settings, 'lang', VITEPRESS_LANGUAGE, variables);
  const folders = languagesOf(locales, () => ofSite, variables);
  const pages = textOf(settings, 'srcDir', '', variables);
  const root = folders.get('root') ?? (locales.names.has('root') ? null : ofSite);
  return pages === null ? null : { above, pages: posix.join(pages, '.').replace(/^\.$/, ''), folders, root };
}

/** Reads `locales` and `defaultLocale` of the options of Starlight. Null for a site in one language. */
export function starlightLanguages(file: string, above: string, pages: string): SiteLanguages | null {
  const found = settingsIn(file);
  if (!found) return null;
  const { settings, locales } = found;
  const folders = languagesOf(locales, (folder) => (folder === 'root' ? null : folder), variablesBeside(file));
  const root = folders.get(locales.names.has('root') ? 'root' : (settings.texts.get('defaultLocale') ?? ''));
  return { above, pages, folders, root: root ?? null };
}

/** What Mintlify calls Chinese and Japanese, too. */
const MINTLIFY_TAGS: Readonly<Record<string, string>> = { cn: 'zh', jp: 'ja' };

/** Reads `navigation.languages` of `docs.json`, whose pages are in a folder for each but the first or the default one. */
export function mintlifyLanguages(file: string, above: string): SiteLanguages | null {
  let settings: { navigation?: { languages?: unknown } } | null;
  try {
    settings = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Mintlify itself says what is wrong with it.
    return null;
  }
  const listed = settings?.navigation?.languages;
  const languages = (Array.isArray(listed) ? listed : []).filter((one) => typeof one?.language === 'string');
  if (languages.length < 2 || languages.length > MOST_LOCALES) return null;
  const tagOf = (language: string) => MINTLIFY_TAGS[language] ?? language;
  const root = (languages.find((one) => one.default === true) ?? languages[0]).language;
  const folders = new Map<string, string>(languages.map(({ language }) => [language, tagOf(language)]));
  return { above, pages: '', folders, root: tagOf(root) };
}

/** The outermost object with several locales: options of searches may have locales, too. Null if it is not written out. */
function settingsIn(file: string): { settings: ObjectLiteral; locales: ObjectLiteral } | null {
  const [settings] = literalsIn(file).filter(({ objects }) => objects.has('locales'));
  const locales = settings?.objects.get('locales');
  const isKnown = locales?.spreads.size === 0 && locales.names.size <= MOST_LOCALES;
  return settings && isKnown && locales.names.size > 1 ? { settings, locales } : null;
}

/** Outermost first. */
const literalsIn = (file: string) =>
  objectLiterals(readFileSync(file, 'utf8')).toSorted((one, other) => one.depth - other.depth);

function languagesOf(
  locales: ObjectLiteral,
  otherwise: (folder: string) => string | null,
  variables: Variables,
): Map<string, string | null> {
  const entries = [...locales.names].map((name): [string, string | null] => {
    const folder = name.replace(/^\/|\/$/g, '');
    const locale = locales.objects.get(name);
    return [folder, locale ? textOf(locale, 'lang', otherwise(folder), variables) : null];
  });
  return new Map(entries);
}

/** The objects in the file that is named like a variable, outermost first; null if there is none. */
type Variables = (name: string) => ObjectLiteral[] | null;

/** Those of the files beside the settings, one for each language, as VitePress advises. */
function variablesBeside(settings: string): Variables {
  const read = new Map<string, ObjectLiteral[] | null>();
  return (name) => {
    const known = read.get(name);
    if (known !== undefined) return known;
    const file = name === '' ? null : fileOf(dirname(settings), name);
    const literals = file === null ? null : literalsIn(file);
    read.set(name, literals);
    return literals;
  };
}

/** The text of a property of an object, or of what is spread into it. Null if it is not written out. */
function textOf(literal: ObjectLiteral, name: string, absent: string | null, variables: Variables): string | null {
  if (literal.names.has(name)) return literal.texts.get(name) ?? null;
  for (const variable of [...literal.spreads].toReversed()) {
    const others = variables(variable);
    if (others === null) return null;
    const found = others.find(({ names }) => names.has(name));
    if (found) return found.texts.get(name) ?? null;
  }
  return absent;
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
