import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Writes Brotli (`.br`) and gzip (`.gz`) versions of the files in a folder whose names match, so that the server need not
 * compress them for each request.
 */
export function precompress(folder: string, names: RegExp): void {
  for (const name of readdirSync(folder).filter((file) => names.test(file))) {
    const file = join(folder, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, smallestGzip(content));
  }
}

/** Tries several memory levels: which one gives the smallest output depends on the file. */
function smallestGzip(content: Buffer): Buffer {
  const [first, ...others] = [8, 7, 6].map((memLevel) => gzipSync(content, { level: 9, memLevel }));
  return others.reduce((smallest, other) => (other.length < smallest.length ? other : smallest), first as Buffer);
}
