import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reader } from '../../server/engines/types.ts';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/footnote-tests/reader/', import.meta.url));

/** The same reader, which reads a text only once: the passages of all sets take it half an hour. */
export function cachedReader(reader: Reader, folder = FOLDER): Reader {
  async function codesOf(text: string, signal: AbortSignal): Promise<Uint8Array> {
    const name = createHash('sha256').update(`${reader.id}\n${text}`).digest('hex');
    const file = join(folder, name.slice(0, 2), name);
    if (existsSync(file)) return new Uint8Array(readFileSync(file));
    const [codes = new Uint8Array()] = await reader.read([text], signal);
    mkdirSync(dirname(file), { recursive: true });
    // Another evaluation may be reading the same.
    writeFileSync(`${file}.${process.pid}`, codes);
    renameSync(`${file}.${process.pid}`, file);
    return codes;
  }
  return { ...reader, read: (texts, signal) => Promise.all(texts.map((text) => codesOf(text, signal))) };
}
