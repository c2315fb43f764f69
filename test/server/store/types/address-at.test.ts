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

describe('the address of a file in a forge', () => {
  const FILE = {
    ...CHUNK,
    address: `https://git.example.com/kettles/docs/${'0'.repeat(40)}/guide.md`,
    blocks: [
      { kind: 'heading' as const, start: 0, end: 11, level: 2, lines: [[0, 7]] as [number, number][] },
      {
        kind: 'paragraph' as const,
        start: 13,
        end: 20,
        lines: [
          [13, 9],
          [17, 10],
        ] as [number, number][],
      },
      { kind: 'heading' as const, start: 22, end: 47, level: 2 },
    ],
  };
  it.each([
    ['github', 113, '?plain=1#L9'],
    ['gitlab', 100, '?plain=1#L7'],
    ['gitea', 118, '?display=source#L10'],
  ] as const)('has the line of the words: %s', (forge, offset, line) => {
    expect(addressAt({ ...FILE, forge }, offset)).toBe(FILE.address + line);
  });

  const COMMIT = '0'.repeat(40);
  it.each([
    [`src/${COMMIT}/guide.md`, `annotate/${COMMIT}/guide.md#lines-10`],
    [`src/${COMMIT}/src/GUIDE.MARKDOWN`, `annotate/${COMMIT}/src/GUIDE.MARKDOWN#lines-10`],
    [`src/${COMMIT}/src/guide.txt`, `src/${COMMIT}/src/guide.txt#lines-10`],
  ])('is on Bitbucket the page that shows lines: %s', (file, page) => {
    const address = 'https://bitbucket.org/example/src/';
    expect(addressAt({ ...FILE, address: address + file, forge: 'bitbucket' }, 117)).toBe(address + page);
  });

  it('has the anchor of the heading where the line is not known', () => {
    expect(addressAt({ ...FILE, forge: 'github' }, 130)).toBe(`${FILE.address}#next-whats-new-in-v20`);
  });
});
