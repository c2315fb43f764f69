import { describe, expect, it } from 'vitest';
import { decodeBlocks, encodeBlocks } from '../../../../server/store/types/encode-blocks.ts';
import type { Block } from '../../../../server/store/types.ts';
import { fc } from '../../../helpers/input/fast-check.ts';

const range = fc
  .tuple(fc.nat(), fc.nat())
  .map(([one, other]): [number, number] => [Math.min(one, other), Math.max(one, other)]);

const block: fc.Arbitrary<Block> = fc
  .tuple(
    range,
    fc.record(
      {
        kind: fc.constantFrom<Block['kind']>('heading', 'paragraph', 'list-item', 'table-row', 'code'),
        level: fc.integer({ min: 1, max: 6 }),
        depth: fc.nat(),
        ordered: fc.constant(true as const),
        language: fc.string(),
        header: fc.constant(true as const),
        callout: fc.constantFrom<NonNullable<Block['callout']>>('quote', 'note', 'tip', 'warning'),
        codeSpans: fc.array(range),
        links: fc.array(fc.tuple(range, fc.webUrl()).map(([[start, end], address]) => ({ start, end, address }))),
        lines: fc.array(fc.tuple(fc.nat(), fc.nat()).map(([at, line]): [number, number] => [at, line])),
        continued: fc.constant(true as const),
        summary: fc.constant(true as const),
        picture: fc.constant(true as const),
      },
      { requiredKeys: ['kind'], noNullPrototype: true },
    ),
  )
  .map(([[start, end], rest]) => ({ ...rest, start, end }));

describe('the blocks of a chunk in the database', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(block), (blocks) => {
        expect(decodeBlocks(encodeBlocks(blocks))).toEqual(blocks);
      }),
    );
  });

  it('take a few characters each', () => {
    expect(encodeBlocks([{ kind: 'paragraph', start: 0, end: 120 }])).toBe('[[1,0,120]]');
    expect(encodeBlocks([{ kind: 'list-item', start: 122, end: 150, depth: 1, ordered: true }])).toBe(
      '[[2,122,150,{"d":1,"o":1}]]',
    );
  });

  it.each([
    ['nothing', null],
    ['no text', 7],
    ['no JSON', '[[1,0,'],
    ['no list', '{"0":[1,0,5]}'],
    ['no block', '[null]'],
    ['a block written out', '[{"kind":"paragraph","start":0,"end":5}]'],
    ['an unknown kind', '[[9,0,5]]'],
    ['no end', '[[1,0]]'],
    ['an end before the start', '[[1,5,0]]'],
    ['a negative offset', '[[1,-5,0]]'],
    ['part of a character', '[[1,0.5,2]]'],
    ['an unknown property', '[[1,0,5,{"x":1}]]'],
    ['a property of all objects', '[[1,0,5,{"toString":1}]]'],
    ['an unknown callout', '[[1,0,5,{"q":4}]]'],
    ['half a code span', '[[1,0,5,{"s":[1]}]]'],
    ['a language that is no text', '[[4,0,5,{"g":{}}]]'],
    ['one damaged block among others', '[[1,0,5],[1,"6",9]]'],
  ])('are none where the value is %s', (_name, value) => {
    expect(decodeBlocks(value)).toEqual([]);
  });

  it('can be read from any text without an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (value) => {
        expect(decodeBlocks(value)).toBeInstanceOf(Array);
      }),
    );
  });
});
