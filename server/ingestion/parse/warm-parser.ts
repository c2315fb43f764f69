import { setImmediate } from 'node:timers/promises';
import type { Embedder, Recipe } from '../../engines/types.ts';
import { chunkDocument } from '../chunk/chunk.ts';
import { loadParser, type Parser } from './parse.ts';
import type { ParseRequest } from './parse-messages.ts';
import { sampleDocument } from './sample-documents.ts';

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
