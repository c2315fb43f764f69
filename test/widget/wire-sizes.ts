import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';

/** Browsers request Brotli over https, and gzip over http. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync };
/** The files of one visit in English, in loading order, by the beginnings of their names. */
const PARTS = [
  'widget.js',
  'footnote-chat-',
  'footnote-conversation-',
  'footnote-search-',
  'footnote-handover-',
  'footnote-highlight-',
  'footnote-en-',
];

/** Transferred bytes of the bodies. */
export interface WireSizes {
  /** The script tag, the panel, the conversation, the search, the form for a person, the colours of code and the English texts. */
  parts: number[];
  /** Everything but the search, the form and the colours of code, with the largest language. */
  most: number;
}

/**
 * Loads every file of the widget from a server or its proxy, as a browser that accepts this encoding. Fails if a file
 * is not encoded so, is incomplete, lacks cache headers, or differs from `integrity.json`.
 */
export async function loadWidget(url: string, encoding: Encoding): Promise<WireSizes> {
  const script = await load(`${url}/widget.js`, encoding);
  const version = /\/widget\/([^/]+)\/footnote-chat-/.exec(script.code)?.[1];
  const folder = `${url}/widget/${version}`;
  const hashes = JSON.parse((await load(`${folder}/integrity.json`, encoding)).code) as Record<string, string>;
  const sizes: Record<string, number> = {};
  for (const [name, hash] of Object.entries(hashes)) {
    const file = await load(name === 'widget.js' ? `${url}/widget.js` : `${folder}/${name}`, encoding);
    expect(`sha384-${createHash('sha384').update(file.code).digest('base64')}`, name).toBe(hash);
    sizes[name] = file.size;
  }
  const sizeOf = (start: string) => Object.entries(sizes).find(([name]) => name.startsWith(start))?.[1] ?? Number.NaN;
  const languages = Object.keys(sizes).filter((name) => /^footnote-[a-z]{2}-/.test(name));
  const parts = PARTS.map(sizeOf);
  const always = sum(parts.slice(0, 3));
  return { parts, most: always + Math.max(...languages.map(sizeOf)) };
}

/** The sizes in examples/docs/owner/widget-size.md: bytes of each part, and of all parts together. */
export function documentedSizes(encoding: Encoding): number[] {
  const page = readFileSync(new URL('../../examples/docs/owner/widget-size.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\|.*\| ([\d.]+) kB \| ([\d.]+) kB \|$/gm)];
  return rows.map((row) => Number(row[1 + ENCODINGS.indexOf(encoding)]) * 1000);
}

/** Fails unless the measured sizes match the documentation and its limits. */
export function expectDocumented({ parts, most }: WireSizes, encoding: Encoding): void {
  const documented = documentedSizes(encoding);
  const measured = [...parts, sum(parts)];
  expect(documented).toHaveLength(measured.length);
  for (const [at, bytes] of measured.entries())
    expect(
      Math.abs(bytes - (documented[at] ?? Number.NaN)),
      `${PARTS[at] ?? 'all parts'} as ${encoding}: ${bytes} bytes, but examples/docs/owner/widget-size.md has ${documented[at]}`,
    ).toBeLessThan(100);
  expect(parts[0]).toBeLessThanOrEqual(3.25 * 1024);
  expect(parts[1]).toBeLessThanOrEqual(16.5 * 1024);
  expect(parts[3]).toBeLessThanOrEqual(4 * 1024);
  expect(parts[4]).toBeLessThanOrEqual(5 * 1024);
  expect(parts[5]).toBeLessThanOrEqual(6.5 * 1024);
  expect(most).toBeLessThanOrEqual(36.4 * 1024);
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

async function load(url: string, encoding: Encoding): Promise<{ code: string; size: number }> {
  const request = url.startsWith('https:') ? requestEncrypted : requestPlain;
  const headers = { 'accept-encoding': encoding === 'br' ? 'gzip, deflate, br, zstd' : 'gzip, deflate' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, family: 4, rejectUnauthorized: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const body = Buffer.concat(pieces);
        try {
          expect([answer.statusCode, answer.headers['content-encoding']], url).toEqual([200, encoding]);
          expect(answer.headers['content-length'], url).toBe(String(body.length));
          expect(answer.headers.vary, url).toMatch(/accept-encoding/i);
          resolve({ code: DECODE[encoding](body).toString('utf8'), size: body.length });
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.on('error', reject).end();
  });
}
