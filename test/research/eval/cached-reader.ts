import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withMean } from '../../../server/engines/reader/word-codes.ts';
import type { Reader, ReadText } from '../../../server/engines/types.ts';

const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/footnote-tests/reader/', import.meta.url));

/** The same reader, which reads a text only once: the passages of all sets take it half an hour. */
export function cachedReader(reader: Reader, folder = FOLDER): Reader {
  async function readText(text: string, signal: AbortSignal): Promise<ReadText> {
    const name = createHash('sha256').update(`${reader.id}\n${text}`).digest('hex');
    const file = join(folder, name.slice(0, 2), name);
    if (existsSync(file)) return withMean(new Uint8Array(readFileSync(file)));
    const [read = withMean(new Uint8Array())] = await reader.read([text], signal);
    mkdirSync(dirname(file), { recursive: true });
    // Another evaluation may be reading the same.
    writeFileSync(`${file}.${process.pid}`, read.codes);
    renameSync(`${file}.${process.pid}`, file);
    return read;
  }
  return { ...reader, read: (texts, signal) => Promise.all(texts.map((text) => readText(text, signal))) };
}
