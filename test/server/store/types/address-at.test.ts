import { describe, expect, it } from 'vitest';
import { addressAt } from '../../../../server/store/types/address-at.ts';

const TEXT = 'First steps\n\nRun it.\n\nNext: What’s new in v2.0?\n\nMuch.';
const heading = (words: string) => {
  const start = TEXT.indexOf(words);
  return { kind: 'heading' as const, start, end: start + words.length, level: 2 };
};
const CHUNK = {
  address: 'https://docs.example.com/guide',
  hasAnchors: true as const,
  title: 'Guide',
  headings: ['Guide', 'Über die Maße & C++'],
  start: 100,
  text: TEXT,
  blocks: [],
};
const BLOCKS = [heading('First steps'), heading('Next: What’s new in v2.0?')];

describe('the address of a page that shows Markdown', () => {
  it.each([
    ['the heading above the chunk', CHUNK, 100, '#%C3%BCber-die-ma%C3%9Fe--c'],
    ['a heading inside it', { ...CHUNK, blocks: BLOCKS }, 100 + TEXT.indexOf('Run'), '#first-steps'],
    ['the last one before the words', { ...CHUNK, blocks: BLOCKS }, 100 + TEXT.length - 2, '#next-whats-new-in-v20'],
    ['no anchor for the title of the page', { ...CHUNK, headings: ['Guide'] }, 100, ''],
    ['no anchor without headings', { ...CHUNK, headings: [] }, 100, ''],
    ['no anchor for a heading without letters', { ...CHUNK, headings: ['Guide', '???'] }, 100, ''],
  ])('has the anchor of %s', (_, chunk, offset, anchor) => {
    expect(addressAt(chunk, offset)).toBe(`https://docs.example.com/guide${anchor}`);
  });

  it('stays as it is where it has a fragment, is not of a Markdown page, or is none', () => {
    expect(addressAt({ ...CHUNK, address: 'https://a.test/#/guide' }, 100)).toBe('https://a.test/#/guide');
    const { hasAnchors: _, ...other } = CHUNK;
    expect(addressAt(other, 100)).toBe('https://docs.example.com/guide');
    expect(addressAt({ ...CHUNK, address: null }, 100)).toBeNull();
  });
});
