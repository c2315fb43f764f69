/** Copies the data files of the server, which the compiler does not copy, into its build. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../server/', import.meta.url));
const FILES = ['engines/builtin/vectors.bin', 'engines/builtin/vectors.md', 'language/lexicon/wordnet.txt'];

export function copyServerAssets(): void {
  for (const file of FILES) {
    const to = join(SERVER, 'dist', file);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(join(SERVER, file), to);
  }
}

if (import.meta.main) copyServerAssets();
