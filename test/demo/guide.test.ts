import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDE_NAMES } from '../../examples/demo/ingest.ts';

const DOCS = fileURLToPath(new URL('../../examples/docs/', import.meta.url));
const MADE = ['configuration.html', 'credentials.docx', 'operations.pdf'];

describe('the guide', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footnote-guide-'));
    await promisify(execFile)(process.execPath, [join(DOCS, 'make.ts'), folder], {
      // Another time zone must not change a byte.
      env: { ...process.env, TZ: 'Pacific/Auckland' },
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is made into exactly the files that are checked in', async () => {
    expect((await readdir(folder)).sort()).toEqual(MADE);
  });

  it.each(MADE)('has %s as its Markdown original says', async (name) => {
    const [made, kept] = await Promise.all([readFile(join(folder, name)), readFile(join(DOCS, 'made', name))]);
    expect(made.equals(kept), `${name} is out of date: run node examples/docs/make.ts`).toBe(true);
  });

  it('shows every kind of format, each file under a name of its own', () => {
    expect(new Set(GUIDE_NAMES.map((name) => name.split('.').at(-1)))).toEqual(new Set(['md', 'html', 'pdf', 'docx']));
    expect(new Set(GUIDE_NAMES).size).toBe(GUIDE_NAMES.length);
  });
});
