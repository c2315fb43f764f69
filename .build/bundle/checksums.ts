import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Entry, SMALL } from './entries.ts';

/** The hash of each file in the format of `sha256sum`. Links have none. */
export async function checksumsOf(entries: Entry[]): Promise<string> {
  const lines: string[] = [];
  for (const entry of entries) {
    const hash = createHash('sha256');
    if ('linkTo' in entry) continue;
    if ('text' in entry) hash.update(entry.text);
    else if (entry.size <= SMALL) hash.update(await readFile(entry.from));
    else await pipeline(createReadStream(entry.from, { highWaterMark: SMALL }), hash);
    lines.push(lineOf(entry.path, hash.digest('hex')));
  }
  return lines.sort(byName).join('');
}

/** Puts the hash of a file into the list of its folder, in the place of a former one of that name. */
export async function noteChecksum(list: string, name: string, sha256: string): Promise<void> {
  const text = await readFile(list, 'utf8').catch(() => '');
  const others = text.split(/(?<=\n)/).filter((line) => line !== '' && !line.endsWith(`  ${name}\n`));
  await writeFile(list, [...others, lineOf(name, sha256)].sort(byName).join(''));
}

const lineOf = (name: string, sha256: string) => `${sha256}  ${name}\n`;
const byName = (one: string, other: string) => (one.slice(66) < other.slice(66) ? -1 : 1);
