import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/footnote-tests/', import.meta.url));

/** Where an evaluation keeps what a model has made of texts. */
export const textCache = (name: string): string => join(FOLDER, name);

/**
 * What a model makes of each text, in order: out of the folder where that is there, else computed and kept. `id` stands for all
 * that it depends on beside the text.
 */
export async function cachedByText(
  folder: string,
  id: string,
  texts: string[],
  compute: (texts: string[]) => Promise<Uint8Array[]>,
): Promise<Uint8Array[]> {
  const files = texts.map((text) => {
    const name = createHash('sha256').update(`${id}\n${text}`).digest('hex');
    return join(folder, name.slice(0, 2), name);
  });
  const missing = files.flatMap((file, at) => (existsSync(file) ? [] : [{ file, text: texts[at] ?? '' }]));
  const computed = missing.length === 0 ? [] : await compute(missing.map(({ text }) => text));
  for (const [at, { file }] of missing.entries()) {
    mkdirSync(dirname(file), { recursive: true });
    // Another evaluation may be computing the same.
    writeFileSync(`${file}.${process.pid}`, computed[at] ?? new Uint8Array());
    renameSync(`${file}.${process.pid}`, file);
  }
  return files.map((file) => new Uint8Array(readFileSync(file)));
}
