import { describe, expect, it } from 'vitest';
import { parsePicture } from '../../../../../server/ingestion/parsers/picture/parse-picture.ts';
import { jpegHeader, makePng } from '../../../../helpers/input/picture-files.ts';

describe('a picture', () => {
  const never = { recognize: () => expect.fail('It is not decoded.') };

  it.each([
    ['claims more pixels than may be decoded', makePng(new Uint8Array(100), 60_000, 60_000), 'picture_too_large'],
    ['claims a side that is too long', makePng(new Uint8Array(100), 40_000, 1), 'picture_too_large'],
    ['has no pixels', jpegHeader(0, 480), 'unreadable'],
    ['is damaged', Buffer.from('\x89PNG'), 'unreadable'],
  ])('is not decoded if it %s', (_what, bytes, code) => {
    expect(() => parsePicture(bytes, 'PNG', never)).toThrow(expect.objectContaining({ code }));
  });

  it('becomes text with headings and lists, and rows where gaps are wide', () => {
    const line = (texts: string, baseline: number, height = 30) => ({
      words: texts.split(' ').map((text, at) => ({ text, left: 100 + at * 110, right: 200 + at * 110 })),
      ...{ baseline, height },
    });
    const lines = [
      line('Warranty', 100, 60),
      line('It covers the lamp', 200),
      line('and its cable.', 240, 26),
      line('* bulbs', 330),
      line('* glass', 380),
    ];
    const { text, blocks, pages } = parsePicture(makePng(new Uint8Array(1), 1000, 1000), 'PNG', {
      recognize: () => lines,
    });
    expect(text).toBe('Warranty\n\nIt covers the lamp and its cable.\n\n• bulbs\n• glass');
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'list-item', 'list-item']);
    expect(pages).toEqual([{ page: 1, start: 0 }]);
  });
});
