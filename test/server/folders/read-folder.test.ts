import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readFolder } from '../../../server/folders/read-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-folder-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a database that Notion exports twice', () => {
  const boats = `Boats a8${'3'.repeat(30)}`;
  mkdirSync(join(home, 'bay'));
  for (const path of [`${boats}.csv`, `${boats}_all.csv`, `bay/${boats}.csv`, 'crew.csv', 'crew_all.csv'])
    writeFileSync(join(home, path), 'Name,Owner\nAda,Bo\n');
  const read = async (exclude: string[]) => {
    const rules = { site: 'plain' as const, otherForm: false };
    const files = await readFolder(home, { prefix: '', base: null, rules, include: [], exclude });
    return files.map(({ externalId }) => externalId);
  };

  it('is read once, with all its rows', async () => {
    expect(await read([])).toEqual([`${boats}_all.csv`, `bay/${boats}.csv`, 'crew.csv', 'crew_all.csv']);
  });

  it('is read as a view shows it where the other file is excluded', async () => {
    expect(await read(['*_all.csv'])).toEqual([`${boats}.csv`, `bay/${boats}.csv`, 'crew.csv']);
  });
});
