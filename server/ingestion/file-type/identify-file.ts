import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { type DocumentFormat, FILE_FORMATS } from '../../platform/files/file-formats.ts';
import { utf16Order } from '../../platform/text/utf-16.ts';

interface FileType {
  format: DocumentFormat;
  contentType: string;
}

/** The type of a file that can be read, or why it is refused. `extension` is in lower case, with its dot. */
export type FileIdentity = FileType | { reason: 'unsupported' } | { reason: 'mismatch'; extension: string };

const FORMATS = Object.keys(FILE_FORMATS) as DocumentFormat[];

const NOT_TEXT = FORMATS.filter((format) => FILE_FORMATS[format].kind !== 'text');

/** The pictures that a site shows are parts of its pages, not pages. */
const FROM_THE_WEB = FORMATS.filter((format) => FILE_FORMATS[format].kind !== 'picture');

const fileType = (format: DocumentFormat): FileType => ({ format, contentType: FILE_FORMATS[format].mediaType });

const BY_EXTENSION: Record<string, FileType> = Object.fromEntries(
  FORMATS.flatMap((format) => FILE_FORMATS[format].extensions.map((extension) => [extension, fileType(format)])),
);

const BY_MEDIA_TYPE: Record<string, FileType> = {
  'application/xhtml+xml': fileType('html'),
  'text/x-markdown': fileType('markdown'),
  'application/json': fileType('openapi'),
  'application/yaml': fileType('openapi'),
  'application/x-yaml': fileType('openapi'),
  'text/yaml': fileType('openapi'),
  'application/vnd.oai.openapi+json': fileType('openapi'),
  ...Object.fromEntries(FROM_THE_WEB.map((format) => [FILE_FORMATS[format].mediaType, fileType(format)])),
};

export const HTML: FileType = fileType('html');
export const TEXT: FileType = fileType('text');

/** Where an Office document keeps its content. */
const OFFICE_FOLDERS = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' };
const OFFICE = Object.keys(OFFICE_FOLDERS) as (keyof typeof OFFICE_FOLDERS)[];

/** How much of either end of a file is read, in bytes. */
const HEAD_BYTES = 8 * 1024;
const TAIL_BYTES = 64 * 1024;

/** First bytes of files that are not text, whatever their name says. */
const BINARY_SIGNATURES = [
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

/**
 * Tells what a stored file is, by its name and its content together: the one rule for uploads, imports, multipart parts and
 * fetched pages. `mediaType` is the media type that a page was sent with (lower case, no parameters); it takes the place of
 * the extension. A name without an extension says nothing, as that of a file from a pipe: then the content decides alone.
 * Reads the first 8 kB, and the last 64 kB of what may be a zip file.
 */
export async function identifyFile(path: string, name: string, mediaType?: string): Promise<FileIdentity> {
  if (mediaType === undefined && extensionOf(name) === '') return identifyContent(path);
  const expected = mediaType === undefined ? BY_EXTENSION[extensionOf(name)] : typeByMediaType(mediaType, name);
  if (!expected) return { reason: 'unsupported' };
  const { head, tail } = readEnds(path, FILE_FORMATS[expected.format].kind === 'document');
  const isOpenApi = expected.format === 'openapi' && (await namesOpenApi(path));
  if (hasContentOf(expected.format, { head, tail, isOpenApi })) return expected;
  return { reason: 'mismatch', extension: extensionOf(name) };
}

/** Tells what a file is by its content alone. */
export function identifyContent(path: string): FileIdentity {
  const { head, tail } = readEnds(path, true);
  const names = latin1(head) + latin1(tail);
  // Every Office document has the part that all of them have, so that only its folder tells which one it is.
  const office = OFFICE.find((one) => names.includes(OFFICE_FOLDERS[one])) ?? 'docx';
  const possible = NOT_TEXT.filter((one) => one === office || !Object.hasOwn(OFFICE_FOLDERS, one));
  const content = { head, tail, isOpenApi: false };
  const format = possible.find((one) => hasContentOf(one, content)) ?? (isText(head) ? textFormatOf(head) : null);
  return format ? fileType(format) : { reason: 'unsupported' };
}

/** HTML by its beginning, Markdown by a heading, else text. A text in UTF-16 is text. */
function textFormatOf(head: Uint8Array): DocumentFormat {
  const text = new TextDecoder().decode(head);
  if (/^<(?:!doctype html|html|head|body|title|script|style)[\s>]/i.test(withoutPreamble(text))) return 'html';
  return /^#{1,6} \S/m.test(text) ? 'markdown' : 'text';
}

/** Does a text begin as some pages of HTML do that do not say so, and as few other texts do? Browsers take it for HTML (WHATWG MIME Sniffing). */
export function beginsWithTag(path: string): boolean {
  const { head } = readEnds(path, false);
  return /^<(?:iframe|h1|div|font|table|a|b|br|p)[\s>]/i.test(withoutPreamble(new TextDecoder().decode(head)));
}

const PREAMBLES = [
  ['<!--', '-->'],
  ['<?xml', '?>'],
] as const;

/** Without white space, comments and an XML declaration at the beginning. */
function withoutPreamble(text: string): string {
  const rest = text.trimStart();
  const [start, end] = PREAMBLES.find(([start]) => rest.startsWith(start)) ?? [];
  const at = end === undefined ? -1 : rest.indexOf(end, start.length);
  return end === undefined || at < 0 ? rest : withoutPreamble(rest.slice(at + end.length));
}

/** The type for the extension of a file name; null if there is none. */
export const typeByName = (name: string): FileType | null => BY_EXTENSION[extensionOf(name)] ?? null;

/** The type that a media type stands for, null for one that cannot be read. */
export function typeByMediaType(mediaType: string, name = ''): FileType | null {
  const type = BY_MEDIA_TYPE[mediaType] ?? null;
  const named = BY_EXTENSION[extensionOf(name)];
  // Servers that do not know a format send it as text, and a notebook as JSON.
  const isNamed = named && FILE_FORMATS[named.format].kind === 'text' && named.format !== 'html';
  return isNamed && (type?.format === 'text' || type?.format === 'openapi') ? named : type;
}

/** The key that begins an OpenAPI description, which may stand anywhere in it. */
const OPENAPI_KEY = /(?:^|[{,\s])["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./;
/** The most characters that stand before what is looked for in the next piece of a file. */
const OVERLAP = 64;

/** Whether a JSON or YAML file says that it is an OpenAPI description. Others, such as settings, are no documents. */
export async function namesOpenApi(path: string): Promise<boolean> {
  let carried = '';
  for await (const piece of createReadStream(path, { encoding: 'latin1' })) {
    if (OPENAPI_KEY.test(carried + piece)) return true;
    carried = String(piece).slice(-OVERLAP);
  }
  return false;
}

/** At once: that takes 20 microseconds, and a tenth of the processor time that the threads for files would take. */
function readEnds(path: string, withTail: boolean): { head: Uint8Array; tail: Uint8Array } {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = new Uint8Array(Math.min(size, HEAD_BYTES));
    readSync(file, head, 0, head.length, 0);
    const tail = new Uint8Array(withTail ? Math.min(size, TAIL_BYTES) : 0);
    if (withTail) readSync(file, tail, 0, tail.length, size - tail.length);
    return { head, tail };
  } finally {
    closeSync(file);
  }
}

interface Content {
  head: Uint8Array;
  tail: Uint8Array;
  isOpenApi: boolean;
}

function hasContentOf(format: DocumentFormat, { head, tail, isOpenApi }: Content): boolean {
  switch (format) {
    case 'pdf':
      return isPdf(head);
    case 'docx':
    case 'xlsx':
    case 'pptx':
      return isOffice(OFFICE_FOLDERS[format], head, tail);
    case 'epub':
      return isEpub(head, tail);
    case 'png':
      return latin1(head).startsWith('\x89PNG\r\n\x1a\n');
    case 'jpeg':
      return latin1(head).startsWith('\xff\xd8\xff');
    case 'openapi':
      return isText(head) && isOpenApi;
    case 'markdown':
    case 'html':
    case 'text':
    case 'csv':
    case 'rst':
    case 'asciidoc':
    case 'notebook':
      return isText(head);
  }
}

const extensionOf = (fileName: string) => fileName.toLowerCase().match(/\.[a-z0-9]+$/)?.[0] ?? '';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** PDF readers accept some bytes before the header. */
const isPdf = (head: Uint8Array) => latin1(head.subarray(0, 1024)).includes('%PDF-');

/** A zip with an Office document in it. An encrypted one passes, too: the parser tells its owner about the password. */
function isOffice(folder: string, head: Uint8Array, tail: Uint8Array): boolean {
  const start = latin1(head);
  if (start.startsWith('\xd0\xcf\x11\xe0'))
    return [head, tail].some((part) => latin1(part).includes(asUtf16('EncryptedPackage')));
  const names = start + latin1(tail);
  return start.startsWith('PK\x03\x04') && (names.includes(folder) || names.includes('[Content_Types].xml'));
}

/** Its first part names its type, which some programs forget. */
function isEpub(head: Uint8Array, tail: Uint8Array): boolean {
  const names = latin1(head) + latin1(tail);
  return names.startsWith('PK\x03\x04') && /application\/epub\+zip|META-INF\/container\.xml/.test(names);
}

const asUtf16 = (text: string) => Buffer.from(text, 'utf16le').toString('latin1');

/** Text in some encoding: no binary signature, and no zeros or control characters but those of UTF-16 and UTF-32. */
function isText(head: Uint8Array): boolean {
  const start = latin1(head);
  if (BINARY_SIGNATURES.some((magic) => start.startsWith(magic))) return false;
  if (/^(?:\xff\xfe|\xfe\xff|\0\0\xfe\xff)/.test(start)) return true;
  let [even, odd, controls] = [0, 0, 0];
  for (let at = 0; at < head.length; at += 1) {
    const byte = head[at] ?? 0;
    if (byte >= 0x20) continue;
    if (byte !== 0) controls += (byte < 8 || byte > 13) && byte !== 0x1b ? 1 : 0;
    else if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  if (controls > head.length * 0.02) return utf16Order(head) !== null;
  // Text may hold a stray zero. Many zeros are UTF-16, where they stand on one side, or are not text at all.
  return (
    even + odd <= head.length * 0.01 ||
    Math.min(even, odd) * 5 < Math.max(even, odd) ||
    isUtf32(head) ||
    utf16Order(head) !== null
  );
}

/** In UTF-32, three of four bytes of most characters are zero. */
function isUtf32(head: Uint8Array): boolean {
  let wideCharacters = 0;
  for (let at = 0; at + 4 <= head.length; at += 4) {
    const [a, b, c, d] = head.subarray(at, at + 4);
    if ((c === 0 && d === 0 && a !== 0) || (a === 0 && b === 0 && d !== 0)) wideCharacters += 1;
  }
  return wideCharacters * 4 > head.length * 0.9;
}
