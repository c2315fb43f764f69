import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { CORE_SCHEMA, load } from 'js-yaml';
import { withoutEnds } from '../platform/text/trim-ends.ts';
import type { FrontMatter } from './front-matter.ts';

/** What the settings of a Hugo site say of its languages and of what it leaves out. */
export interface HugoSite {
  /** From the folder with the settings to the folder that is synced, with slashes; empty if they are the same. */
  above: string;
  /** The folder with the pages, from that of the settings. */
  content: string;
  /** By their keys; empty for a site in one language. */
  languages: ReadonlyMap<string, HugoLanguage>;
  /** The language of files that name none. */
  defaultLanguage: string;
  /** Whether its addresses name it. */
  isDefaultNamed: boolean;
  /** Parts of paths that make a file no page, as far as the regular expressions of `ignoreFiles` are texts. */
  ignored: readonly IgnoredPart[];
}

interface HugoLanguage {
  /** Its own folder with pages, from that of the settings; null where its files are named by it (`about.fr.md`). */
  content: string | null;
  /** What its pages say of themselves. */
  tag: string;
  isDisabled: boolean;
}

interface IgnoredPart {
  text: string;
  isEnd: boolean;
}

const DEFAULT_LANGUAGE = 'en';
const DEFAULT_CONTENT = 'content';

/** Reads `hugo.toml`, `hugo.yaml` or `hugo.json`. What is not written in them, such as a theme's settings, is not known. */
export function readHugo(folder: string, file: string, above: string): HugoSite {
  const text = readFileSync(join(folder, file), 'utf8');
  const settings = lowerKeys(file.endsWith('.toml') ? tomlSettings(text) : yamlSettings(text));
  const languages = Object.entries(lowerKeys(settings.languages)).map(([key, value]): [string, HugoLanguage] => {
    const { contentdir, languagecode, locale, disabled } = lowerKeys(value);
    const tag = textOr(languagecode, textOr(locale, key));
    return [
      key,
      { content: typeof contentdir === 'string' ? folderOf(contentdir) : null, tag, isDisabled: disabled === true },
    ];
  });
  const ignored = Array.isArray(settings.ignorefiles) ? settings.ignorefiles : [settings.ignorefiles];
  return {
    above,
    content: folderOf(textOr(settings.contentdir, DEFAULT_CONTENT)),
    languages: new Map(languages),
    defaultLanguage: textOr(settings.defaultcontentlanguage, DEFAULT_LANGUAGE).toLowerCase(),
    isDefaultNamed: settings.defaultcontentlanguageinsubdir === true,
    ignored: ignored.flatMap((expression) => (typeof expression === 'string' ? ignoredPart(expression) : [])),
  };
}

const folderOf = (path: string) => posix.join(path, '.').replace(/^\.$|\/$/g, '');
const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' && value !== '' ? value : otherwise);

/** Hugo does not tell `contentDir` from `contentdir`. */
function lowerKeys(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]));
}

/** JSON is YAML. */
function yamlSettings(text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA });
  } catch {
    // Hugo itself says what is wrong with it.
    return {};
  }
}

/** Without a prototype, which a name could be one of. */
type Settings = Record<string, unknown>;

const TABLE = /^\[\s*languages\.["']?([\w-]+)["']?\s*\]/i;
const PAIR = /^([\w-]+)\s*=(.*)$/;
/** A text of a list, a comment, or what is between them; at anything else the list is over. */
const ITEM = /"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|#[^\n]*|[\s,]/y;

/** Texts, truth values and lists of texts at the top of TOML and in the tables of its languages. */
function tomlSettings(text: string): Settings {
  const languages: Record<string, Settings> = Object.create(null);
  const top: Settings = Object.assign(Object.create(null), { languages });
  let table: Settings | null = top;
  let at = 0;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed.startsWith('[')) {
      const [, key] = TABLE.exec(trimmed) ?? [];
      table = key === undefined ? null : (languages[key] ?? Object.create(null));
      if (key !== undefined && table) languages[key] = table;
    } else if (table) {
      const [, key = '', said = ''] = PAIR.exec(trimmed) ?? [];
      const value = said.trim();
      if (key !== '')
        table[key] = value.startsWith('[') ? tomlTexts(text, text.indexOf('[', at) + 1) : tomlValue(value);
    }
    at += line.length + 1;
  }
  return top;
}

function tomlValue(value: string): unknown {
  if (/^(?:true|false)\b/.test(value)) return value.startsWith('true');
  return tomlTexts(value, 0)[0];
}

function tomlTexts(text: string, from: number): string[] {
  const texts: string[] = [];
  ITEM.lastIndex = from;
  for (let found = ITEM.exec(text); found !== null; found = ITEM.exec(text)) {
    const [, basic, literal] = found;
    if (literal !== undefined) texts.push(literal);
    else if (basic !== undefined) texts.push(basic.replace(/\\(["\\])/g, '$1'));
  }
  return texts;
}

/** A regular expression of letters, signs with a backslash before them, and perhaps `$`: others are not known, as none is run here. */
function ignoredPart(expression: string): IgnoredPart[] {
  const [, body = '', end = ''] = /^((?:[\w\s/.-]|\\[^\w\s])+)(\$?)$/.exec(expression) ?? [];
  return body === '' ? [] : [{ text: body.replace(/\\(.)/g, '$1'), isEnd: end !== '' }];
}

/** Where a page is: the language that its folder or its name says, and its path without that. */
interface Place {
  language: string;
  page: string;
}

function placeOf(path: string, { above, content, languages, defaultLanguage }: HugoSite): Place | null {
  const whole = posix.join(above, path);
  const below = (folder: string) => (folder === '' ? whole : whole.slice(folder.length + 1));
  const isIn = (folder: string | null): folder is string =>
    folder !== null && (folder === '' || whole.startsWith(`${folder}/`));
  for (const [language, { content: own }] of languages)
    if (isIn(own) && own !== content) return { language, page: below(own) };
  if (!isIn(content)) return null;
  const page = below(content);
  const [, before = '', named = '', after = ''] = /^(.*[^/])\.([\w-]+)(\.\w+)$/.exec(page) ?? [];
  return languages.has(named.toLowerCase())
    ? { language: named.toLowerCase(), page: before + after }
    : { language: defaultLanguage, page };
}

/** Does the site leave a file out: by a part of its path, or as one of a language that it does not build? */
export function isIgnoredByHugo(path: string, site: HugoSite): boolean {
  const whole = `/${posix.join(site.above, path)}`;
  const place = placeOf(path, site);
  const isDisabled = place !== null && (site.languages.get(place.language)?.isDisabled ?? false);
  return isDisabled || site.ignored.some(({ text, isEnd }) => (isEnd ? whole.endsWith(text) : whole.includes(text)));
}

/** Whether a file is in a folder with pages. */
export const isHugoPage = (path: string, site: HugoSite): boolean => placeOf(path, site) !== null;

/**
 * Where a page is: the part of its address that its language makes, and its path below that. Null for a site in one language, and
 * where the synced folder is one of a language, or below it: that is the base address then.
 */
export function hugoParts(path: string, site: HugoSite): { start: string; page: string } | null {
  const { above, content, languages, defaultLanguage, isDefaultNamed } = site;
  const place = languages.size > 0 && (above === '' || above === content) ? placeOf(path, site) : null;
  if (!place) return null;
  const isNamed = isDefaultNamed || place.language !== defaultLanguage;
  return { start: isNamed ? `/${place.language}` : '', page: place.page };
}

/** What is said of a page of a site in several languages: `language`. */
export function hugoMetadata(path: string, site: HugoSite): Record<string, string> {
  const place = site.languages.size > 1 ? placeOf(path, site) : null;
  return place ? { language: site.languages.get(place.language)?.tag ?? place.language } : {};
}

/** The address of a page below that of its language. `start`: the latter. */
export function hugoAddress(start: string, page: string, { slug, url }: FrontMatter): string {
  if (url !== undefined) return url.startsWith('/') ? url : `${start}/${url}`;
  const parts = page.split('/').map((part) => part.toLowerCase().replaceAll(' ', '-'));
  const isIndex = /^_?index$/.test(parts.at(-1) ?? '');
  const named = slug === undefined || isIndex ? parts : [...parts.slice(0, -1), withoutEnds(slug, /\//)];
  const folders = named.slice(0, -1).map((part) => `/${part}`);
  return `${start}${folders.join('')}/${/^_?index$/.test(named.at(-1) ?? '') ? '' : `${named.at(-1)}/`}`;
}
