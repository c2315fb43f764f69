import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A documentation in a clone of its repository. */
export interface Repository {
  /** `owner/name` on GitHub. */
  repository: string;
  commit: string;
  /** The SPDX identifier of the pages' licence. */
  licence: string;
  /**
   * A regular expression that matches the paths of the pages to read. The group `page` identifies a page across languages,
   * and the group `lang` gives its language. The defaults are the whole path and `language`.
   */
  pages: string;
  /** Default: `en`. */
  language?: string;
  /** Pages with the same name in repositories of the same product are translations. Default: the repository. */
  product?: string;
}

/** A page as its repository has it, and what the regular expression found in its path. */
export interface RepositoryFile {
  path: string;
  text: string;
  groups: Partial<Record<string, string>>;
}

/** Old releases, tests and change logs repeat other pages or have little content. */
const EXCLUDED =
  /(^|\/)(tests?|fixtures|node_modules|changelogs?|releases?|release-notes|whatsnew)\/|changelog|code_of_conduct|contributors|authors/i;

const MAX_OUTPUT_BYTES = 2 ** 30;

/** Where `folder` has a repository, with or without a work tree. */
export const cloneOf = (folder: string, { repository }: Pick<Repository, 'repository'>): string =>
  join(folder, repository.replace('/', '+'));

/** Reads the pages of a repository that is in `folder` as `owner+name`. */
export function readFiles(folder: string, from: Repository): RepositoryFile[] {
  const place = cloneOf(folder, from);
  const directory = existsSync(join(place, '.git')) ? join(place, '.git') : place;
  const git = (args: string[], input?: string) =>
    execFileSync('git', [`--git-dir=${directory}`, ...args], { input, maxBuffer: MAX_OUTPUT_BYTES });
  const pattern = new RegExp(from.pages);
  const wanted = git(['ls-tree', '-r', '-z', from.commit])
    .toString()
    .split('\0')
    .flatMap((entry) => {
      const [, blob = '', path = ''] = /^\S+ blob (\S+)\t(.*)$/s.exec(entry) ?? [];
      const match = EXCLUDED.test(path) ? null : pattern.exec(path);
      return match ? [{ blob, path, groups: match.groups ?? {} }] : [];
    });
  const bytes = git(['cat-file', '--batch'], wanted.map(({ blob }) => `${blob}\n`).join(''));
  let at = 0;
  return wanted.map(({ path, groups }) => {
    const header = bytes.indexOf('\n', at);
    const size = Number(bytes.toString('latin1', at, header).split(' ')[2]);
    const text = bytes.toString('utf8', header + 1, header + 1 + size);
    at = header + 1 + size + 1;
    return { path, text, groups };
  });
}
