import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Headers, pack } from 'tar-stream';
import { afterAll, describe, expect, it } from 'vitest';
import { ArchiveError } from '../../../server/archive/manifest.ts';
import { unpackFolder } from '../../../server/archive/unpack-folder.ts';
import { makeZip, type ZipEntry } from '../ingestion/make-files.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-unpack-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const LIMITS = { files: 5, bytes: 100_000 };

async function tarOf(
  ...members: (Partial<Headers> & { name: string; text?: string; pax?: Record<string, string> })[]
): Promise<Buffer> {
  const tar = pack();
  for (const { text = '', ...header } of members) {
    const isFolder = header.name.endsWith('/');
    tar.entry({ ...header, ...(isFolder && { type: 'directory' }) }, text);
  }
  tar.finalize();
  return buffer(tar);
}

/** Unpacks an archive; returns each path with its text, null for what is not a file. */
async function unpack(bytes: Uint8Array, limits = LIMITS) {
  const folder = mkdtempSync(join(home, 'one-'));
  const archive = join(folder, 'archive');
  const into = mkdtempSync(join(folder, 'into-'));
  writeFileSync(archive, bytes);
  try {
    const files = await unpackFolder(archive, into, limits);
    return files.map(({ path, unpackedTo }) => [path, unpackedTo && readFileSync(unpackedTo, 'utf8')]);
  } finally {
    // Whatever the archive said, its files have numbers for names, and lie in this folder.
    expect(readdirSync(into).filter((name) => !/^\d+$/.test(name))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['archive', expect.stringMatching(/^into-/)]);
  }
}

const refusal = async (bytes: Uint8Array, limits = LIMITS) => {
  const error = await unpack(bytes, limits).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ArchiveError);
  return (error as Error).message;
};

type Member = Omit<ZipEntry, 'content'> & { text: string };
const zip = (...members: Member[]) => makeZip(members.map(({ text, ...entry }) => ({ ...entry, content: text })));
const PAGES = [
  { name: 'docs/', text: '' },
  { name: './docs/guide/install.md', text: '# Install' },
  { name: 'docs/.hidden.md', text: 'no' },
  { name: '__MACOSX/docs/._a.md', text: 'no' },
  { name: 'docs/b.md', text: '# B' },
];

describe('a packed folder', () => {
  it.each([
    // yauzl refuses a path that begins with `./`.
    ['a zip file', () => zip(...PAGES.map(({ name, text }) => ({ name: name.replace('./', ''), text })))],
    ['a tar file', () => tarOf(...PAGES)],
    ['a tar.gz file', async () => gzipSync(await tarOf(...PAGES))],
  ])('is unpacked from %s, without hidden files', async (_, made) => {
    expect(await unpack(await made())).toEqual([
      ['docs/guide/install.md', '# Install'],
      ['docs/b.md', '# B'],
    ]);
  });

  it('may be empty', async () => {
    expect(await unpack(zip())).toEqual([]);
    expect(await unpack(gzipSync(await tarOf()))).toEqual([]);
  });

  it('may have long names, and names in any script', async () => {
    const name = `${'folder/'.repeat(40)}наводка.md`;
    expect(await unpack(await tarOf({ name, text: 'a' }))).toEqual([[name, 'a']]);
  });

  it('follows no link, and makes no device', async () => {
    const tar = await tarOf(
      { name: 'link.md', type: 'symlink', linkname: '/etc/passwd' },
      { name: 'hard.md', type: 'link', linkname: 'link.md' },
      { name: 'null.md', type: 'character-device' },
      { name: 'real.md', text: 'real' },
    );
    expect(await unpack(tar)).toEqual([
      ['link.md', null],
      ['hard.md', null],
      ['null.md', null],
      ['real.md', 'real'],
    ]);
    expect(await unpack(zip({ name: 'link.md', text: '/etc/passwd', mode: 0o120777 }))).toEqual([['link.md', null]]);
  });

  it.each(['../evil.md', 'a/../../evil.md', '/etc/evil.md', 'C:/evil.md', 'a\\..\\..\\evil.md', '..'])(
    'is refused with the name %s',
    async (name) => {
      expect(await refusal(await tarOf({ name, text: 'x' }))).toMatch('a name that leads out of its folder');
      if (name !== 'a\\..\\..\\evil.md') expect(await refusal(zip({ name, text: 'x' }))).toMatch(/name|damaged/);
    },
  );

  it('is refused with too many files, or far too many entries', async () => {
    const many = Array.from({ length: 6 }, (_, at) => ({ name: `${at}.md`, text: 'x' }));
    expect(await refusal(zip(...many))).toBe('it holds more than 5 files.');
    expect(await refusal(await tarOf(...many))).toBe('it holds more than 5 files.');
    const folders = Array.from({ length: 60 }, (_, at) => ({ name: `${at}/`, text: '' }));
    expect(await refusal(zip(...folders))).toBe('it holds more than 5 files.');
    expect(await refusal(await tarOf(...folders))).toBe('it holds more than 5 files.');
  });

  it('is refused when its files are too large, whatever it says of their size', async () => {
    const large = 'x'.repeat(60_000);
    const two = [
      { name: 'a.md', text: large },
      { name: 'b.md', text: large },
    ];
    for (const bytes of [zip(...two), await tarOf(...two), gzipSync(await tarOf(...two))])
      expect(await refusal(bytes)).toMatch('larger than');
    const lying = zip({ name: 'bomb.md', text: 'x'.repeat(90_000_000), claimedSize: 10 });
    expect(lying.length).toBeLessThan(LIMITS.bytes);
    expect(await refusal(lying)).toMatch(/damaged|larger/);
    const [first, ...same] = Array.from({ length: 4 }, (_, at) => ({ name: `${at}.md`, text: large }));
    const overlapping = zip(first as Member, ...same.map((one) => ({ ...one, overlapping: true })));
    expect(await refusal(overlapping)).toMatch('larger than');
    // A header that is longer than all files may be.
    const header = await tarOf({ name: 'a.md', text: 'x', pax: { comment: 'x'.repeat(40_000_000) } });
    expect(await refusal(gzipSync(header))).toMatch('larger than');
  });

  it('is refused if it is encrypted, damaged or something else', async () => {
    expect(await refusal(zip({ name: 'a.md', text: 'x', encrypted: true }))).toMatch('encrypted');
    const whole = zip({ name: 'a.md', text: 'x'.repeat(1_000) });
    expect(await refusal(whole.subarray(0, whole.length - 30))).toBe('it is damaged.');
    const tar = gzipSync(await tarOf({ name: 'a.md', text: 'abc'.repeat(5_000) }));
    expect(await refusal(tar.subarray(0, tar.length / 2))).toBe('it is damaged.');
    expect(await refusal(Buffer.from('# Not an archive'))).toBe('it is not a zip, tar or tar.gz file.');
    expect(await refusal(Buffer.alloc(0))).toBe('it is not a zip, tar or tar.gz file.');
  });
});
