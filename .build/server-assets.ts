/** Copies the data files of the server, which the compiler does not copy, into its build. */
import { copyFileSync, cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../server/', import.meta.url));
const FILES = ['engines/builtin/vectors.bin', 'engines/builtin/vectors.md', 'language/lexicon/wordnet.txt'];
const LOCKS = 'engines/packages/locks';

export function copyServerAssets(): void {
  // What is pinned of the engines, a folder each.
  cpSync(join(SERVER, LOCKS), join(SERVER, 'dist', LOCKS), { recursive: true });
  for (const file of FILES) {
    const to = join(SERVER, 'dist', file);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(join(SERVER, file), to);
  }
}

if (import.meta.main) copyServerAssets();
