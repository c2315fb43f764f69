import type { AnswerEvent } from '../types.ts';
import type { CitedTextWriter } from './cited-text-writer.ts';
import { passageLink } from './markers/passage-link.ts';
import type { Support } from './support/assess-support.ts';
import type { SentenceToCheck } from './support/find-sentence-support.ts';

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s[\s>]*)?(`{3,}|~{3,})/;

/**
 * Writes what has been held back of a sentence, with its markers. A supported marker stays where the model put it; those that it
 * forgot stand at the end of the sentence. A link stays one if its address is in a passage that supports the sentence.
 */
export function* writeHeldWords(
  writer: CitedTextWriter,
  { text, held, block, closing }: SentenceToCheck,
  markers: Support[],
  supports: Support[],
): Generator<AnswerEvent> {
  const fence = block && !isClosed(text) ? closingFence(text) : '';
  // Markers stand after the fence of a closed block, never in the block.
  const remaining = new Map(fence === null ? [] : markers.map((support) => [support.number, support]));
  const passages = supports.map(({ passage }) => passage);
  let delta = '';
  for (const part of held) {
    if ('words' in part) {
      const { words } = part;
      const address = words.type === 'text' ? words.address : undefined;
      // A number as a label would look like a marker.
      const isLink = address !== undefined && /\p{L}/u.test(words.text);
      const target = isLink ? passageLink(address, passages) : null;
      delta += target === null ? writer.escape(words) : writer.link(words.text, target);
      continue;
    }
    yield* writer.write(delta);
    delta = '';
    const here = block ? [] : [...new Set(part.numbers)].flatMap((number) => remaining.get(number) ?? []);
    for (const { number } of here) remaining.delete(number);
    yield* writer.cite(here, ' ');
  }
  yield* writer.write(delta);
  yield* writer.write(fence ?? '');
  yield* writer.cite([...remaining.values()], block ? spaceBelow(text + (fence ?? '')) : ' ');
  yield* writer.write(writer.escape({ type: 'text', text: closing }));
}

/**
 * What ends a code block that the end of the text cuts off: what follows would be code as well. Null if the fence is in a
 * list or a quote, where renderers differ on whether the block is over.
 */
function closingFence(block: string): string | null {
  const [, indentation, fence] = /^(?:\s*\n)?([^\S\n]*)(`{3,}|~{3,})/.exec(block) ?? [];
  return fence === undefined ? null : `${block.endsWith('\n') ? '' : '\n'}${indentation}${fence}`;
}

/** Between a code block and its markers, which stay in the item or the quote that the block is in. */
function spaceBelow(block: string): string {
  const [indentation = ''] = /^[\s>]*/.exec(block.slice(block.lastIndexOf('\n') + 1)) ?? [];
  return `\n${indentation.trimEnd()}\n${indentation}`;
}

/** Does a code block end with a fence that closes the one it begins with? */
function isClosed(block: string): boolean {
  const fence = FENCE.exec(block)?.[1] ?? '';
  const last = block
    .slice(block.lastIndexOf('\n') + 1)
    .trimEnd()
    .replace(/^[\s>]+/, '');
  return block.includes('\n') && last.length >= fence.length && last === (fence[0] ?? '').repeat(last.length);
}
