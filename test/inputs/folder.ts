import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of real and hostile files, beside the project or one level above; null where it is missing. */
export function inputsFolder(): string | null {
  const places = ['../shared/inputs', '../../shared/inputs'].map((path) => join(ROOT, path));
  return places.find((path) => existsSync(path)) ?? null;
}

/** One file of the set. */
export interface InputFile {
  path: string;
  /** Relative to the folder of the set, with forward slashes. */
  name: string;
  /** The folder that it is counted under. */
  folder: string;
}

/** Notes and references, which are not part of the set. */
const NOTES =
  /(?:^|\/)(?:LICENSE[^/]*|README\.md|_index\.json|[^/]*_reference\.jsonl|expected\.html|expected-metadata\.json)$/;

/** Every file of the set, sorted by name. */
export function inputFiles(root: string): InputFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(root, path).split(sep).join('/');
      return { path, name, folder: name.split('/')[0] ?? '' };
    })
    .filter(({ name }) => !NOTES.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
