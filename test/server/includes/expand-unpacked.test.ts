import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expandUnpacked } from '../../../server/includes/expand-unpacked.ts';

const SECRET = 'a secret beside the archive';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-unpacked-'));
  writeFileSync(join(folder, 'secret.adoc'), SECRET);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The texts of an archive's files once their includes are resolved, by path. */
async function expanded(files: Record<string, string | Buffer>, maxBytes = 1_000_000): Promise<Record<string, string>> {
  const unpacked = Object.entries(files).map(([path, content], number) => {
    const unpackedTo = join(folder, String(number));
    writeFileSync(unpackedTo, content);
    return { path, unpackedTo };
  });
  await expandUnpacked([...unpacked, { path: 'link.adoc', unpackedTo: null }], maxBytes);
  return Object.fromEntries(unpacked.map(({ path, unpackedTo }) => [path, readFileSync(unpackedTo, 'utf8')]));
}

describe('the pages of an archive', () => {
  it('have what they include of it, with tags, lines and levels, also one in another', async () => {
    const texts = await expanded({
      'guide/page.adoc': ':dir: ../parts\n\ninclude::{dir}/a.adoc[leveloffset=+1]\ninclude::../code/run.py[tag=run]',
      'parts/a.adoc': '= Part\n\ninclude::b.adoc[lines=1]',
      'parts/b.adoc': 'First.\nSecond.',
      'code/run.py': 'import os\n# tag::run[]\nrun()\n# end::run[]',
      'page.rst': '.. include:: parts/b.adoc',
    });
    expect(texts['guide/page.adoc']).toBe(':dir: ../parts\n\n== Part\n\nFirst.\nrun()');
    expect(texts['parts/a.adoc']).toBe('= Part\n\nFirst.');
    expect(texts['page.rst']?.trim()).toBe('First.\nSecond.');
    expect(texts['code/run.py']).toContain('# tag::run[]');
  });

  it('use attributes that an included file sets', async () => {
    const texts = await expanded({
      'page.adoc': 'include::set.adoc[]\ninclude::{dir}/a.adoc[]',
      'set.adoc': ':dir: parts',
      'parts/a.adoc': 'Here.',
    });
    expect(texts['page.adoc']).toBe(':dir: parts\nHere.');
  });

  it.each([
    'secret.adoc',
    '../secret.adoc',
    'guide/../../secret.adoc',
    '/etc/hostname',
    'link.adoc',
    'gone.adoc',
    'https://example.org/a.adoc',
    'picture.dat',
  ])('include nothing that is no text of it: %s', async (target) => {
    const page = `include::${target}[]`;
    const texts = await expanded({ 'page.adoc': page, 'picture.dat': 'a\0b' });
    expect(texts['page.adoc']).toBe(page);
    expect(existsSync(join(folder, 'secret.adoc'))).toBe(true);
  });

  it('that include each other end', async () => {
    const texts = await expanded({ 'a.adoc': 'A\ninclude::b.adoc[]', 'b.adoc': 'B\ninclude::a.adoc[]' });
    expect(texts['a.adoc']).toBe('A\nB\ninclude::a.adoc[]');
  });

  it('stay as they are once what was put in has reached the limit', async () => {
    const page = 'include::part.adoc[]';
    const texts = await expanded({ 'a.adoc': page, 'b.adoc': page, 'part.adoc': 'x'.repeat(600) }, 1000);
    expect([texts['a.adoc']?.length, texts['b.adoc']]).toEqual([600, page]);
  });

  it('in another encoding than UTF-8 stay as they are', async () => {
    const page = Buffer.from('Größe\n\ninclude::part.adoc[]', 'latin1');
    await expanded({ 'page.adoc': page, 'part.adoc': 'Part' });
    expect(readFileSync(join(folder, '0'))).toEqual(page);
  });
});
