import type { Embedder, Recipe } from '../engines/types.ts';
import { chunkDocument } from './chunk.ts';
import { loadParser, type Parser } from './parse.ts';
import type { ParseRequest } from './parse-messages.ts';

/** What kind of document is coming: what a process can make ready for before it is there. */
export type Expected = Pick<ParseRequest, 'format' | 'embedder'>;

/** What a document needs that takes its time to load. For one document: nothing of another may be left in it. */
export interface Equipment {
  parser: Promise<Parser>;
  /** Null where the chunks are embedded elsewhere. */
  embedder: Promise<Embedder> | null;
}

/** What a first text makes everything else load or compile: stemmer, function words, patterns. It is nobody's document. */
const SAMPLE =
  'This is a text of no importance, and it is about nothing. It has two sentences, as most paragraphs have.';

/** Begins to load. What cannot be loaded is told to whoever awaits it. */
export function equip({ format, embedder }: Expected): Equipment {
  return { parser: loadParser(format), embedder: embedder ? loadEmbedder(embedder) : null };
}

/** Loads all of it, and whatever a text will need besides, while no document is there. Does not reject. */
export async function warmUp(expected: Expected): Promise<Equipment> {
  const equipment = equip(expected);
  const [, embedder] = await Promise.allSettled([equipment.parser, equipment.embedder]);
  const { parseText } = await import('./parsers/text.ts');
  const texts = Array.from(chunkDocument(parseText(new TextEncoder().encode(SAMPLE))), ({ text }) => text);
  if (embedder.status === 'fulfilled') await embedder.value?.embed(texts, 'passage');
  return equipment;
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
