import type { LeftOut, LeftOutKind } from '../../types.ts';

/** How much of a text is told, in characters. */
const MAX_TOLD = 200;

/** How the texts of one kind that were left out are told; nothing if there are none. */
export function toldOf(kind: LeftOutKind, texts: string[]): LeftOut[] {
  const text = texts.join(' ');
  if (text === '') return [];
  return [{ kind, characters: text.length, text: text.slice(0, MAX_TOLD).toWellFormed().trim() }];
}
