import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { docusaurusPatterns, isUnpublished } from './unpublished.ts';

/** What the settings of a Docusaurus site say of its versions, its languages and where they are on the site. */
export interface DocusaurusDocs {
  /** From the folder with the settings to the folder that is synced, with slashes; empty if they are the same. */
  above: string;
  /** Where the documentation is on the site: `docs`; empty for the site itself. */
  route: string;
  /** Newest first; empty for a site without versions. */
  versions: string[];
  /** The version whose addresses do not name it. */
  last: string;
  /** The language whose addresses do not name it; null for a site in one language. */
  language: string | null;
  /** What is left out of the pages of a version, in place of what begins with an underscore; null where the settings do not say it. */
  exclude: string[] | null;
}

/** Where Docusaurus keeps a page: of which version and language, and its path among the pages of these. */
interface Place {
  version: string;
  /** Null for the language whose addresses do not name it. */
  language: string | null;
  page: string;
}

const CURRENT = 'current';
const PLACE =
  /^(?:docs|versioned_docs\/version-([^/]+)|i18n\/([^/]+)\/docusaurus-plugin-content-docs\/(?:current|version-([^/]+)))(?:\/(.*))?$/;

/** Reads `docusaurus.config.*` and `versions.json`. Settings that are not written out, such as values of variables, are not known. */
export function readDocusaurus(folder: string, config: string, above: string): DocusaurusDocs {
  const text = readFileSync(join(folder, config), 'utf8');
  const settingOf = (pattern: RegExp) => pattern.exec(text)?.[1];
  const versions = versionsIn(join(folder, 'versions.json'));
  const languages = settingOf(/\blocales\s*:\s*\[([^[\]]*)\]/)?.match(/["'][^"']+["']/g) ?? [];
  const language = settingOf(/\bdefaultLocale\s*:\s*["']([^"']+)["']/);
  return {
    above,
    route: (settingOf(/\bdocs\s*:\s*\{[^{}]*\brouteBasePath\s*:\s*["']([^"']*)["']/) ?? 'docs').replace(/^\//, ''),
    versions,
    last: settingOf(/\blastVersion\s*:\s*["']([^"']+)["']/) ?? versions[0] ?? CURRENT,
    language: languages.length > 1 && language !== undefined ? language : null,
    exclude: docusaurusPatterns(text),
  };
}

function versionsIn(file: string): string[] {
  if (!existsSync(file)) return [];
  try {
    const versions: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(versions) ? versions.filter((version) => typeof version === 'string') : [];
  } catch {
    // Docusaurus itself says what is wrong with it.
    return [];
  }
}

function placeOf(path: string, { above }: DocusaurusDocs): Place | null {
  const [, version, language = null, translated, page] = PLACE.exec(posix.join(above, path)) ?? [];
  return page === undefined ? null : { version: version ?? translated ?? CURRENT, language, page };
}

/**
 * Where a page is: the part of its address that its version and language make, and its path below that. Where the synced folder is one
 * of a version and language, or below it, that is the base address, and the path is the given one.
 */
export function docusaurusParts(path: string, docs: DocusaurusDocs): { start: string; page: string } {
  const place = placeOf(path, docs);
  if (!place || PLACE.test(docs.above)) return { start: '', page: path };
  const { version, language, page } = place;
  const named = version === docs.last ? '' : version === CURRENT ? 'next' : version;
  const start = [language ?? '', docs.route, named].filter((part) => part !== '').map((part) => `/${part}`);
  return { start: start.join(''), page };
}

/** Is a page left out of the site? */
export function isExcluded(path: string, docs: DocusaurusDocs): boolean {
  const place = placeOf(path, docs);
  return place && docs.exclude
    ? isUnpublished(place.page, { above: '', patterns: docs.exclude })
    : /(?:^|\/)_/.test(place?.page ?? path);
}

/** What is said of a page: `version` on a site with versions, `language` on one in several languages. */
export function docusaurusMetadata(path: string, docs: DocusaurusDocs): Record<string, string> {
  const place = placeOf(path, docs);
  if (!place) return {};
  return {
    ...(docs.versions.length > 0 && { version: place.version }),
    ...(docs.language !== null && { language: place.language ?? docs.language }),
  };
}
