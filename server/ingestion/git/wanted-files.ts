import { FILE_FORMATS } from '../../platform/files/file-formats.ts';

/** Settings of documentation tools, by which the addresses of pages are known. */
const SETTINGS =
  /^(?:docusaurus\.config\.[cm]?[jt]s|astro\.config\.[cm]?[jt]s|mkdocs\.ya?ml|hugo\.(?:toml|ya?ml|json)|_config\.ya?ml|book\.toml|antora\.yml|versions\.json|conf\.py|\.readthedocs\.ya?ml|(?:docs|mint)\.json|\.mintignore|\.gitbook\.ya?ml)$/;
const VITEPRESS = /(?:^|\/)\.vitepress(?:\/config)?$/;
const VITEPRESS_SETTINGS = /(?:^|\/)\.vitepress\/(?:config|config\/[^/]+)\.[cm]?[jt]s$/;
/** Pictures in a folder of pages belong to the pages. */
const DOCUMENTS: readonly string[] = Object.values(FILE_FORMATS)
  .filter(({ kind }) => kind !== 'picture')
  .flatMap(({ extensions }) => extensions);
/** Formats whose pages include other files, which may have any name. */
const INCLUDES = /\.(?:adoc|asciidoc|rst)$/i;

const isHidden = (name: string) => name.startsWith('.') || name === 'node_modules';

/** Whether anything below a folder of a repository may be wanted. `folder`: the one whose files are; empty for all. */
export function mayHoldWanted(path: string, folder: string): boolean {
  const [settings] = VITEPRESS.exec(path) ?? [];
  if (settings === undefined && path.split('/').some(isHidden)) return false;
  // Settings are wanted above the folder, too.
  const at = settings === undefined ? path : path.slice(0, -settings.length);
  return folder === '' || at === '' || at === folder || at.startsWith(`${folder}/`) || folder.startsWith(`${at}/`);
}

/**
 * Whether a file of a repository is wanted: a document in the folder, the settings of a documentation tool there or above it, and
 * where pages include others, what they may include.
 */
export function isWanted(path: string, folder: string, { includes }: { includes: boolean }): boolean {
  const at = path.lastIndexOf('/');
  const [parent, name] = [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
  if (VITEPRESS.test(parent)) return VITEPRESS_SETTINGS.test(path);
  if (SETTINGS.test(name)) return true;
  if (isHidden(name)) return false;
  if (folder !== '' && !path.startsWith(`${folder}/`)) return false;
  const lower = name.toLowerCase();
  return (
    DOCUMENTS.some((extension) => lower.endsWith(extension)) ||
    (includes && !/\.(?:png|jpe?g|gif|webp|svg|mp4|zip|gz|woff2?)$/.test(lower))
  );
}

/** Whether a page of this name may include other files. */
export const hasIncludes = (path: string): boolean => INCLUDES.test(path);
