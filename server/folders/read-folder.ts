import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { namesOpenApi } from '../ingestion/file-type/identify-file.ts';
import { FILE_FORMATS } from '../platform/files/file-formats.ts';
import { hashFile } from '../platform/files/hash-file.ts';
import { viewsOfDatabases } from '../platform/text/export-names.ts';
import { asExternalId } from '../platform/text/external-id.ts';
import { expandPage, type Shared } from './expand-page.ts';
import { isOnlyFrontMatter, readFrontMatter } from './front-matter.ts';
import { isSkipped } from './is-skipped.ts';
import { addressAt, isInSite, isPage, pageAddress, pageMetadata, type SiteRules } from './site-rules.ts';
import { readSphinxTitles } from './sphinx-references.ts';

/** A document of the folder. */
export interface LocalFile {
  externalId: string;
  /** Its content, read when it is sent, with the files that it includes. */
  open(): Promise<Blob>;
  /** What it includes and the folder does not have, as it names it. */
  missing: string[];
  /** Bytes. */
  size: number;
  /** SHA-256, hex. */
  contentHash: string;
  /** Null without a base address, and for what is no part of the site. */
  url: string | null;
  /** What its place in the site says of it. */
  metadata: Record<string, string>;
}

export interface FolderOptions {
  /** What is before each path in an external id: empty, or with a slash at its end. */
  prefix: string;
  /** Where the site begins; null to give no addresses. */
  base: URL | null;
  rules: SiteRules;
  /** Patterns of paths; empty for all. */
  include: string[];
  exclude: string[];
}

/** Pictures in a folder of pages belong to the pages. */
const EXTENSIONS: readonly string[] = Object.values(FILE_FORMATS)
  .filter(({ kind }) => kind !== 'picture')
  .flatMap(({ extensions }) => extensions);
const isDocument = (name: string) => EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
const isJsonOrYaml = (name: string) =>
  FILE_FORMATS.openapi.extensions.some((extension) => name.toLowerCase().endsWith(extension));
/** What programs read, and stands beside pages: the requirements of pip, what crawlers are told, what CMake builds. */
const SETTINGS = /(?:^|\/)(?:(?:requirements|constraints)(?:[-_.][\w.-]*)?|robots|CMakeLists)\.txt$/;
/** In the folder of a virtual environment of Python, whose files are those of packages (PEP 405). */
const PYTHON_ENVIRONMENT = 'pyvenv.cfg';
/** Front matter that is longer is not looked for. */
const FRONT_MATTER_BYTES = 16 * 1024;

/**
 * The documents of a folder, in the order of their paths. Links are not followed: they could lead out of it. Pages that the
 * generator does not publish, such as drafts, those that hold nothing but front matter, and parts of other pages and tables are
 * left out.
 */
export async function readFolder(folder: string, options: FolderOptions): Promise<LocalFile[]> {
  const { include, exclude, prefix } = options;
  const files = new Map<string, LocalFile>();
  const wholeIn = new Map<string, readonly string[]>();
  const paths = await pathsIn(folder, '');
  const shared: Shared = {
    titles: options.rules.site === 'sphinx' ? readSphinxTitles(folder, paths) : null,
    components: options.rules.components ?? [],
  };
  const isChosen = (path: string) =>
    (include.length === 0 || include.some((pattern) => matchesGlob(path, pattern))) &&
    !exclude.some((pattern) => matchesGlob(path, pattern));
  const chosen = paths.filter(isChosen);
  const views = viewsOfDatabases(chosen);
  for (const path of chosen) {
    if (views.has(path)) continue;
    const file = join(folder, path);
    const start = await readStart(file);
    // Settings are no documents.
    if (SETTINGS.test(path) || (isJsonOrYaml(path) && !(await namesOpenApi(file)))) continue;
    const address = pageAddress(path, readFrontMatter(start), options.rules);
    const { size } = await stat(file);
    if (address === null || (size < FRONT_MATTER_BYTES && isOnlyFrontMatter(start))) continue;
    const page = expandPage(folder, path, size, shared);
    const expanded = page && Buffer.from(page.text);
    const isExpanded = expanded !== null;
    wholeIn.set(path, page?.whole ?? []);
    files.set(path, {
      externalId: asExternalId(prefix + path),
      open: async () => {
        // Once more, so that not all pages are in memory at the same time.
        const again = isExpanded ? expandPage(folder, path, size, shared) : null;
        return again ? new Blob([again.text]) : openAsBlob(file);
      },
      missing: page?.missing ?? [],
      size: expanded?.length ?? size,
      contentHash: expanded ? hashOf(expanded) : await hashFile(file),
      url: options.base && isInSite(path, options.rules) ? addressAt(options.base, address) : null,
      metadata: pageMetadata(path, options.rules),
    });
  }
  for (const part of partsOf(wholeIn, options.rules)) files.delete(part);
  return [...files.values()];
}

/** The files that the generator makes no pages of, and that another file includes whole: what they say is said there. */
function partsOf(wholeIn: ReadonlyMap<string, readonly string[]>, rules: SiteRules): string[] {
  return [...wholeIn].flatMap(([path, whole]) =>
    whole.filter((part) => part !== path && !isPage(part, rules) && !wholeIn.get(part)?.includes(path)),
  );
}

async function pathsIn(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  if (entries.some(({ name }) => name === PYTHON_ENVIRONMENT)) return [];
  const paths: string[] = [];
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isSkipped(entry.name)) continue;
    if (entry.isDirectory()) paths.push(...(await pathsIn(folder, path)));
    else if (entry.isFile() && isDocument(entry.name)) paths.push(path);
  }
  return paths;
}

async function readStart(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FRONT_MATTER_BYTES), 0, FRONT_MATTER_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/, '');
  } finally {
    await handle.close();
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
