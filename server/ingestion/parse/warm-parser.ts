import { setImmediate } from 'node:timers/promises';
import type { Embedder, Recipe } from '../../engines/types.ts';
import { FILE_FORMATS } from '../../platform/files/file-formats.ts';
import { chunkDocument } from '../chunk/chunk.ts';
import type { DocumentFormat } from '../types.ts';
import { loadParser, type Parser } from './parse.ts';
import type { ParseRequest } from './parse-messages.ts';

/** Documents that a waiting process reads to warm up. Their words do not matter: changing them changes no result. */
const SENTENCES =
  'This is a text of no importance, and it is about nothing. It has two sentences, as most paragraphs have. ' +
  'Its reader knows 3 things more: that it has numbers, names like Footnote, and “marks”. Is it a question? No. ';

const PARAGRAPHS = 12;

const LINES = 48;

/** What a process can prepare for before a document is there. */
export type DocumentKind = Pick<ParseRequest, 'format' | 'embedder'>;

/** What takes time to load. For documents of one kind. */
export interface ParserResources {
  parser: Promise<Parser>;
  /** Null where another process embeds the chunks. */
  embedder: Promise<Embedder> | null;
}

/** Enough for V8 to compile the code that most time is spent in. */
const ROUNDS = 12;

/** Begins to load. Errors reject the promises inside. */
export function loadResources({ format, embedder }: DocumentKind): ParserResources {
  return { parser: loadParser(format), embedder: embedder ? loadEmbedder(embedder) : null };
}

/**
 * Warms up a process that waits for a document: loads what this kind needs, then reads a sample document with throw-away
 * resources until `isWanted`, so that V8 has compiled the code. Never rejects: errors reject the promises inside.
 *
 * Milliseconds to the last embedded chunk of a small document, median of seven alternating runs on two busy cores:
 *
 * | process                      | Markdown | PDF, 3 pages | HTML |
 * | ---------------------------- | -------: | -----------: | ---: |
 * | warmed up                    |       42 |           77 |   40 |
 * | loaded, without the samples  |      191 |          335 |  131 |
 * | started, nothing loaded      |      535 |        1,059 |  258 |
 * | none waiting                 |      895 |        2,046 |  751 |
 */
export async function warmUp(kind: DocumentKind, isWanted: () => boolean): Promise<ParserResources> {
  const resources = loadResources(kind);
  await Promise.allSettled([resources.parser, resources.embedder]);
  await readSample(kind, isWanted).catch(() => undefined);
  return resources;
}

async function readSample(kind: DocumentKind, isWanted: () => boolean): Promise<void> {
  const sample = sampleDocument(kind.format);
  if (!sample) return;
  const { parser, embedder } = loadResources(kind);
  for (let round = 0; round < ROUNDS && !isWanted(); round += 1) {
    const document = await (await parser)(sample, () => undefined, {});
    const texts = Array.from(chunkDocument(document), ({ text }) => text);
    await (await embedder)?.embed(texts, 'passage');
    await setImmediate();
  }
}

async function loadEmbedder({ module, create }: Recipe): Promise<Embedder> {
  const creators = (await import(module)) as Record<string, () => Embedder>;
  const embedder = creators[create]?.();
  if (!embedder) throw new Error(`${module} has no ${create}.`);
  return embedder;
}

/** Do both need the same resources? */
export const isSameKind = (one: DocumentKind, other: DocumentKind): boolean =>
  one.format === other.format &&
  one.embedder?.module === other.embedder?.module &&
  one.embedder?.create === other.embedder?.create;

/** A sample of this format; null for formats whose parser is only loaded. */
function sampleDocument(format: DocumentFormat): Uint8Array | null {
  if (format === 'pdf') return samplePdf();
  if (FILE_FORMATS[format].kind !== 'text') return null;
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) => `## Part ${at}\n\n${SENTENCES}`);
  const text = format === 'html' ? paragraphs.map((part) => `<p>${part}</p>`) : paragraphs;
  return new TextEncoder().encode(text.join('\n\n'));
}

/** Two pages of running text, without a cross-reference table: PDFium rebuilds it. */
function samplePdf(): Uint8Array {
  const words = SENTENCES.replace(/[“”]/g, '').split(' ');
  const line = (at: number) =>
    Array.from({ length: 14 }, (_, word) => words[(at * 14 + word) % words.length]).join(' ');
  const lines = Array.from({ length: LINES }, (_, at) => `(${line(at)}) Tj 0 -14 Td`).join('\n');
  const content = `BT /F 10 Tf 50 780 Td\n${lines}\nET`;
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 840]/Resources<</Font<</F 5 0 R>>>>/Contents 6 0 R>>';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
    page,
    page,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  const written = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.7\n${written}trailer<</Root 1 0 R>>\n%%EOF`);
}
