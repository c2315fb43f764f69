import type { RepositoryForge } from '@footnote/sdk/contract';

/** A file of a repository. */
export interface ForgeFile {
  /** The address of the repository. */
  url: string;
  forge: RepositoryForge | null;
  path: string;
}

const HOSTS: [RegExp, RepositoryForge][] = [
  [/^github\./, 'github'],
  [/(?:^|\.)gitlab\./, 'gitlab'],
  [/^bitbucket\.org$/, 'bitbucket'],
  [/^codeberg\.org$|(?:^|\.)(?:gitea|forgejo)\./, 'gitea'],
];

/** The kind of a forge, as far as its name tells. */
export function forgeOf(url: string): RepositoryForge | null {
  const { hostname } = new URL(url);
  return HOSTS.find(([names]) => names.test(hostname))?.[1] ?? null;
}

const VIEW: Record<RepositoryForge, string> = {
  github: '/blob/',
  gitlab: '/-/blob/',
  gitea: '/src/commit/',
  bitbucket: '/src/',
};

const EDIT: Record<Exclude<RepositoryForge, 'bitbucket'>, string> = {
  github: '/edit/',
  gitlab: '/-/edit/',
  gitea: '/_edit/',
};

/** The page that shows a file as it was at a commit; null where the forge is not known. */
export function viewUrl({ url, forge, path }: ForgeFile, commit: string): string | null {
  return forge && `${pageOf(url)}${VIEW[forge]}${commit}/${encoded(path)}`;
}

/** Whether an address is that of a file at whatever commit: its content was the same there. */
export function isViewOf(address: string | null, { url, forge, path }: ForgeFile): boolean {
  if (address === null || forge === null) return false;
  const start = pageOf(url) + VIEW[forge];
  return (
    address.startsWith(start) &&
    address.endsWith(`/${encoded(path)}`) &&
    address.length === start.length + 41 + encoded(path).length
  );
}

/** The page where an owner changes a file; null where the forge has none. */
export function editUrl({ url, forge, path }: ForgeFile, branch: string): string | null {
  if (forge === null || forge === 'bitbucket') return null;
  return `${pageOf(url)}${EDIT[forge]}${encoded(branch)}/${encoded(path)}`;
}

const pageOf = (url: string) => url.replace(/\.git$/, '');
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');
