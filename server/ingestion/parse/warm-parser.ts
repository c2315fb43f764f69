import { setImmediate } from 'node:timers/promises';
import type { Embedder, Recipe } from '../../engines/types.ts';
import { chunkDocument } from '../chunk/chunk.ts';
import { loadParser, type Parser } from './parse.ts';
import type { ParseRequest } from './parse-messages.ts';
import { sampleOf } from './warm-up-samples.ts';

/** What kind of document is coming: what a process can make ready for before it is there. */
export type Expected = Pick<ParseRequest, 'format' | 'embedder'>;

/** What a document needs that takes its time to load. For one document: nothing of another may be left in it. */
export interface Equipment {
  parser: Promise<Parser>;
  /** Null where the chunks are embedded elsewhere. */
  embedder: Promise<Embedder> | null;
}

/** So often a sample is read while nothing else is to be done: enough for the code that most time is spent in to be compiled. */
const ROUNDS = 12;

/** Begins to load. What cannot be loaded is told to whoever awaits it. */
export function equip({ format, embedder }: Expected): Equipment {
  return { parser: loadParser(format), embedder: embedder ? loadEmbedder(embedder) : null };
}

/**
 * Makes all ready while no document is there, until one `isWanted`: loads what it will need, then reads a sample with things
 * that are thrown away. Does not reject: what cannot be loaded is told to whoever awaits it.
 */
export async function warmUp(expected: Expected, isWanted: () => boolean): Promise<Equipment> {
  const equipment = equip(expected);
  await Promise.allSettled([equipment.parser, equipment.embedder]);
  await readSample(expected, isWanted).catch(() => undefined);
  return equipment;
}

async function readSample(expected: Expected, isWanted: () => boolean): Promise<void> {
  const sample = sampleOf(expected.format);
  if (!sample) return;
  const { parser, embedder } = equip(expected);
  for (let round = 0; round < ROUNDS && !isWanted(); round += 1) {
    const document = await (await parser)(sample, () => undefined);
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

/** Would the same make both of them ready? */
export const isSame = (one: Expected, other: Expected): boolean =>
  one.format === other.format &&
  one.embedder?.module === other.embedder?.module &&
  one.embedder?.create === other.embedder?.create;
