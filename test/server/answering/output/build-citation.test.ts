import { describe, expect, it } from 'vitest';
import { formatQuote } from '../../../../server/answering/output/build-citation.ts';

describe('a quote in an answer', () => {
  it.each([
    ['joins wrapped lines', 'one line\nand its rest', 'one line and its rest'],
    ['keeps list items apart', 'You need:\n\n- a coat\n- a hat', 'You need:\n- a coat\n- a hat'],
    ['keeps table rows apart', '| a | b |\n| 1 | 2 |', '| a | b |\n| 1 | 2 |'],
    ['pads what looks like a marker', 'In 1066.[1][23] See list[0].', 'In 1066.[ 1 ][ 23 ] See list[ 0 ].'],
  ])('%s', (_, quote, words) => expect(formatQuote(quote)).toBe(words));
});
