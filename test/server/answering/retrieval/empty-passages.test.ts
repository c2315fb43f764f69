import { describe, expect, it } from 'vitest';
import { rankEmptyPassagesLower } from '../../../../server/answering/retrieval/empty-passages.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import type { Block } from '../../../../server/store/types.ts';
import { rankedPassages, textsOf } from './ranked.ts';

const GUIDE = 'A setup key registers a machine without a login, and is valid for seven days.';
const block = (text: string, kind: Block['kind']): Block[] => [{ kind, start: 0, end: text.length }];
/** The order of a passage with these headings before the guide, which is less likely by a logit. */
const orderOf = (text: string, headings: string[], changes: Partial<Passage> = {}) =>
  textsOf(rankEmptyPassagesLower(rankedPassages([text, 2, { headings, ...changes }], [GUIDE, 1, {}])));

describe('a passage that repeats its heading, or only refers to another', () => {
  it.each([
    ['Creates a setup key', ['Create a Setup Key']],
    ['Get information about a setup key', ['Retrieve a Setup Key']],
    ['Delete a setup key', ['Setup keys', 'Delete a Setup Key']],
    ['See the guide here', ['Two-Way Audio']],
    ['Siehe Anleitung.', ['Einrichtung']],
    ['Refer to the page about local users for detailed instructions on using local accounts', ['Users']],
    ['For cameras that need another stream, please see the guide here.', ['Two-Way Audio']],
    ['Changing the password, the interface and the port of the console is described here.', ['Settings']],
    ['This section covers how a cluster is managed and maintained after deployment', ['Operations']],
    ['See the page Keys of the administrator’s guide for details on setup keys.', ['Setup keys']],
  ])('“%s” comes after what says more', (text, headings) => {
    expect(orderOf(text, headings)).toEqual([GUIDE, text]);
  });

  it.each<[text: string, headings: string[], changes?: Partial<Passage>]>([
    ['A setup key is made in the settings, by an administrator', ['Setup keys']],
    ['A setup key lasts 7 days', ['Setup keys last']],
    ['Open from nine to noon', ['Library']],
    ['Seeds are sown in spring', ['Sowing']],
    ['See the guide here. An administrator makes keys', ['Keys']],
    ['See the guide here: keys are made in the settings, by an administrator', ['Keys']],
    ['See the guide. Keys are made in the settings, by an administrator', ['Keys']],
    ['A visitor who is shown here has opened the doors in that order', ['Visitors']],
    ['create key', ['Create a key'], { blocks: block('create key', 'code') }],
    ['Key | key', ['Key'], { blocks: block('Key | key', 'table-row') }],
  ])('is not “%s”', (text, headings, changes) => {
    expect(orderOf(text, headings, changes)).toEqual([text, GUIDE]);
  });

  it('may have several sections, of which none says more', () => {
    const sectionsOf = (...texts: [string, string][]) => {
      const text = texts.flat().join('\n\n');
      const kinds: Block['kind'][] = ['heading', 'paragraph'];
      const blocks = texts.flatMap((pair) =>
        pair.map((one, at): Block => {
          const start = text.indexOf(one);
          return { kind: kinds[at] ?? 'paragraph', start, end: start + one.length };
        }),
      );
      return orderOf(text, ['Keys'], { blocks })[0];
    };
    expect(sectionsOf(['Making one', 'See the guide.'], ['Taking it', 'Read the page about machines.'])).toBe(GUIDE);
    expect(sectionsOf(['Making one', 'See the guide.'], ['Taking it', 'An administrator takes it from you.'])).not.toBe(
      GUIDE,
    );
  });

  it('stays first where nothing else was found', () => {
    const alone = rankedPassages(['Creates a key', 2, { headings: ['Create a Key'] }]);
    expect(textsOf(rankEmptyPassagesLower(alone))).toEqual(['Creates a key']);
  });
});
