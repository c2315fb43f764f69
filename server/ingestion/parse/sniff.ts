import { open } from 'node:fs/promises';
import type { DocumentFormat } from '../types.ts';

/** What a file is: a format that we read, or why it is refused. `extension` with its dot, lower case, as the name has it. */
export type Sniffed =
  | { format: DocumentFormat; contentType: string }
  | { reason: 'unsupported' }
  | { reason: 'mismatch'; extension: string };

const FORMATS: Record<string, { format: DocumentFormat; contentType: string }> = {
  '.pdf': { format: 'pdf', contentType: 'application/pdf' },
  '.docx': {
    format: 'docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  '.html': { format: 'html', contentType: 'text/html' },
  '.htm': { format: 'html', contentType: 'text/html' },
  '.md': { format: 'markdown', contentType: 'text/markdown' },
  '.markdown': { format: 'markdown', contentType: 'text/markdown' },
  '.txt': { format: 'text', contentType: 'text/plain' },
};

/** How much of either end of a file is looked at, in bytes. */
const HEAD_BYTES = 8 * 1024;
const TAIL_BYTES = 64 * 1024;
const MAX_NAME_LENGTH = 255;

/** First bytes of files that are no text, whatever their name says. */
const BINARY_STARTS = [
  '%PDF-',
  'PK\x03\x04',
  'PK\x05\x06',
  'MZ',
  '\x7fELF',
  '\x89PNG',
  'GIF8',
  '\xff\xd8\xff',
  '\x1f\x8b',
  'Rar!',
  '7z\xbc\xaf',
  '\xd0\xcf\x11\xe0',
  'RIFF',
  'SQLite format 3',
  '{\\rtf',
];

/** Tells the format of a stored file by its name's extension and its content together; reads 8 kB, and 64 kB of a zip's end. */
export async function sniffFile(path: string, fileName: string): Promise<Sniffed> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = new Uint8Array(Math.min(size, HEAD_BYTES));
    await file.read(head, 0, head.length, 0);
    const tail = new Uint8Array(Math.min(size, TAIL_BYTES));
    if (extensionOf(fileName) === '.docx') await file.read(tail, 0, tail.length, size - tail.length);
    return sniff(fileName, head, tail);
  } finally {
    await file.close();
  }
}

/** The same for the first and the last bytes of a file. */
export function sniff(fileName: string, head: Uint8Array, tail: Uint8Array): Sniffed {
  const extension = extensionOf(fileName);
  const known = FORMATS[extension];
  if (!known) return { reason: 'unsupported' };
  const fits = known.format === 'pdf' ? isPdf(head) : known.format === 'docx' ? isDocx(head, tail) : isText(head);
  return fits ? known : { reason: 'mismatch', extension };
}

/**
 * The name of an uploaded file as we keep and show it: no path, no control, bidi or other invisible characters, at most
 * 255 characters with its extension kept. Never empty.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (/^\.*$/.test(visible)) return 'file';
  if (visible.length <= MAX_NAME_LENGTH) return visible;
  const extension = visible.match(/\.\w{1,10}$/)?.[0] ?? '';
  return (
    visible
      .slice(0, MAX_NAME_LENGTH - extension.length)
      .toWellFormed()
      .replace(/\ufffd$/, '') + extension
  );
}

const extensionOf = (fileName: string) => fileName.toLowerCase().match(/\.[a-z0-9]+$/)?.[0] ?? '';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Readers accept some junk before the header. */
const isPdf = (head: Uint8Array) => latin1(head.subarray(0, 1024)).includes('%PDF-');

/** A zip with a Word document in it; or one that is encrypted, which its owner is told when it is read. */
function isDocx(head: Uint8Array, tail: Uint8Array): boolean {
  const start = latin1(head);
  if (start.startsWith('\xd0\xcf\x11\xe0'))
    return [head, tail].some((part) => latin1(part).includes(wide('EncryptedPackage')));
  const names = start + latin1(tail);
  return start.startsWith('PK\x03\x04') && (names.includes('word/') || names.includes('[Content_Types].xml'));
}

const wide = (text: string) => Buffer.from(text, 'utf16le').toString('latin1');

/** Text in some encoding: no known binary start, and no zeros or control characters but those of wide encodings. */
function isText(head: Uint8Array): boolean {
  const start = latin1(head);
  if (BINARY_STARTS.some((magic) => start.startsWith(magic))) return false;
  if (/^(?:\xff\xfe|\xfe\xff|\0\0\xfe\xff)/.test(start)) return true;
  const zeros = [0, 0];
  let controls = 0;
  for (const [index, byte] of head.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    else if (byte < 0x20 && (byte < 8 || byte > 13) && byte !== 0x1b) controls += 1;
  }
  if (controls > head.length * 0.02) return false;
  const [even = 0, odd = 0] = zeros;
  // A stray zero happens in text; many are UTF-16, where they stand on one side, or no text at all.
  return even + odd <= head.length * 0.01 || Math.min(even, odd) * 5 < Math.max(even, odd) || isUtf32(head);
}

/** Three of four bytes of most characters are zero. */
function isUtf32(head: Uint8Array): boolean {
  let wideCharacters = 0;
  for (let at = 0; at + 4 <= head.length; at += 4) {
    const [a, b, c, d] = head.subarray(at, at + 4);
    if ((c === 0 && d === 0 && a !== 0) || (a === 0 && b === 0 && d !== 0)) wideCharacters += 1;
  }
  return wideCharacters * 4 > head.length * 0.9;
}
