import { describe, expect, it } from 'vitest';
import { countDifferent, findCopies } from '../../../../server/answering/query/near-copies.ts';
import { memoryStore } from '../memory-store.ts';

const section = (name: string) => ({
  title: 'Reference',
  text: `The class ${name} opens a connection and throws an error if no server answers in time.`,
});
const NAMES = ['Amber', 'Basil', 'Cedar', 'Daisy', 'Ember', 'Fjord', 'Grove', 'Hazel'];
const OTHER = [
  { title: 'Keys', text: 'Keys are rotated every month.' },
  { title: 'Lunch', text: 'Lunch is served at noon on the terrace.' },
];

const counted = async (written: { title: string; text: string }[], terms: Record<string, number>) => {
  const counts = { chunks: written.length, byTerm: new Map(Object.entries(terms)) };
  const rows = await memoryStore(written).chunks.spread('proj_1', written.length);
  const different = countDifferent(findCopies(rows), counts);
  return different && { chunks: different.chunks, terms: Object.fromEntries(different.byTerm) };
};

describe('how many passages have a word', () => {
  it('counts passages that differ in a name alone once', async () => {
    const terms = { connect: 8, rotat: 1, other: 0 };
    expect(await counted([...NAMES.map(section), ...OTHER], terms)).toEqual({
      chunks: 3,
      terms: { connect: 1, rotat: 1, other: 0 },
    });
  });

  it('counts a word of both kinds of passages where it does not repeat', async () => {
    const more = { title: 'Server', text: 'Restart the server after an upgrade.' };
    expect(await counted([...NAMES.map(section), more, ...OTHER], { server: 9 })).toMatchObject({
      terms: { server: 2 },
    });
  });

  it('stays what the index says where no passage is like another', async () => {
    expect(await counted(OTHER, { rotat: 1, lunch: 1 })).toBeNull();
  });
});
