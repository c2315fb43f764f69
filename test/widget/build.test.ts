import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { WIDGET_LANGUAGES } from '@footnote/sdk';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIfMissing, isStale } from '../../.build/if-missing.ts';

const DIST = fileURLToPath(new URL('../../widget/dist', import.meta.url));
const KB = 1024;

describe('the built widget', () => {
  let files: { name: string; code: string; br: number; gz: number }[] = [];
  beforeAll(async () => {
    await buildIfMissing('widget');
    files = readdirSync(DIST)
      .filter((name) => name.endsWith('.js'))
      .map((name) => {
        const [br, gz] = [statSync(join(DIST, `${name}.br`)).size, statSync(join(DIST, `${name}.gz`)).size];
        return { name, code: readFileSync(join(DIST, name), 'utf8'), br, gz };
      });
  });

  it('consists of two script tags, the panel, the conversation, the search, the form for a person, the colours of code and the languages', () => {
    const names = files.map(({ name }) => name.replace(/-[\w-]{8}\./, '.')).sort();
    const languages = WIDGET_LANGUAGES.map((language) => `footnote-${language}.js`);
    const parts = [
      'footnote-chat.js',
      'footnote-conversation.js',
      'footnote-search.js',
      'footnote-handover.js',
      'footnote-highlight.js',
    ];
    expect(names).toEqual([...parts, 'site-search.js', 'widget.js', ...languages].sort());
    // Browsers cache modules for ever, so their names depend on their contents.
    const [tag, module] = ['widget.js', 'footnote-chat-'].map((start) =>
      files.find(({ name }) => name.startsWith(start)),
    );
    expect(tag?.code).toContain(module?.name);
  });

  it('comes with smaller Brotli and gzip files', () => {
    for (const { name, code } of files) {
      expect(brotliDecompressSync(readFileSync(join(DIST, `${name}.br`))).toString('utf8'), name).toBe(code);
      expect(gunzipSync(readFileSync(join(DIST, `${name}.gz`))).toString('utf8'), name).toBe(code);
    }
  });

  it.each(['br', 'gz'] as const)(
    'keeps the script tag to 3.25 KiB, that of documentation sites to 2.75 KiB more, opening to 16.5 KiB, the search to 4 KiB, the form for a person to 5 KiB, the colours of code to 6.5 KiB, and the rest with any one language to 36.4 KiB: %s',
    (encoding) => {
      const bytesOf = (start: string) => files.find(({ name }) => name.startsWith(start))?.[encoding] ?? Number.NaN;
      expect(bytesOf('widget.js')).toBeLessThanOrEqual(3.25 * KB);
      expect(bytesOf('site-search.js')).toBeLessThanOrEqual(2.75 * KB);
      expect(bytesOf('footnote-chat-')).toBeLessThanOrEqual(16.5 * KB);
      expect(bytesOf('footnote-search-')).toBeLessThanOrEqual(4 * KB);
      expect(bytesOf('footnote-handover-')).toBeLessThanOrEqual(5 * KB);
      expect(bytesOf('footnote-highlight-')).toBeLessThanOrEqual(6.5 * KB);
      const always = bytesOf('widget.js') + bytesOf('footnote-chat-') + bytesOf('footnote-conversation-');
      for (const language of WIDGET_LANGUAGES)
        expect(always + bytesOf(`footnote-${language}-`), language).toBeLessThanOrEqual(36.4 * KB);
    },
  );

  it('lists the hashes of all files, for pages that pin what they load', () => {
    const hashOf = (code: string) => `sha384-${createHash('sha384').update(code).digest('base64')}`;
    const listed = JSON.parse(readFileSync(join(DIST, 'integrity.json'), 'utf8'));
    expect(listed).toEqual(Object.fromEntries(files.map(({ name, code }) => [name, hashOf(code)])));
  });

  it("leaves out the SDK's retries, which the widget never uses", () => {
    for (const { name, code } of files) expect(code, name).not.toContain('ECONNREFUSED');
  });

  it('evaluates no text as code, and names no other host', () => {
    for (const { name, code } of files) {
      expect(code.match(/\beval\(|new Function/g), name).toBeNull();
      const hosts = [...code.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host);
      expect(
        hosts.filter((host) => host !== 'www.w3.org'),
        name,
      ).toEqual([]);
    }
  });
});

describe('whether the widget must be built', () => {
  let folder: string;
  let built: string;
  const at = (minute: number) => new Date(2026, 0, 1, 12, minute);
  const put = (path: string, minute: number) => {
    writeFileSync(join(folder, path), '');
    utimesSync(join(folder, path), at(minute), at(minute));
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'footnote-build-'));
    mkdirSync(join(folder, 'src/parts'), { recursive: true });
    built = join(folder, 'built.js');
    put('built.js', 10);
    put('src/parts/one.ts', 5);
    for (const path of ['src/parts', 'src']) utimesSync(join(folder, path), at(5), at(5));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const stale = () => isStale(built, [join(folder, 'src')]);

  it('is true if nothing is built', () => {
    rmSync(built);
    expect(stale()).toBe(true);
  });

  it('is false if all sources are older', () => {
    expect(stale()).toBe(false);
  });

  it('is true if a source is newer, however deep it is', () => {
    put('src/parts/one.ts', 15);
    expect(stale()).toBe(true);
  });

  it('is true if a source was removed', () => {
    rmSync(join(folder, 'src/parts/one.ts'));
    expect(stale()).toBe(true);
  });
});
