import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Writes each file of a folder whose name fits a second and a third time, as Brotli (`.br`) and gzip (`.gz`) make it
 * smaller, so that the server need not compress at every request.
 */
export function precompress(folder: string, names: RegExp): void {
  for (const name of readdirSync(folder).filter((file) => names.test(file))) {
    const file = join(folder, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, smallestGzip(content));
  }
}

/** Which memory level finds the shortest blocks differs from file to file. */
function smallestGzip(content: Buffer): Buffer {
  const [first, ...others] = [8, 7, 6].map((memLevel) => gzipSync(content, { level: 9, memLevel }));
  return others.reduce((smallest, other) => (other.length < smallest.length ? other : smallest), first as Buffer);
}
