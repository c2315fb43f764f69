import { describe, expect, it } from 'vitest';
import { parsePicture } from '../../../../../server/ingestion/parsers/picture/parse-picture.ts';
import { readPictureHeader } from '../../../../../server/ingestion/parsers/picture/picture-header.ts';
import { makePng } from '../../../../helpers/input/pictures.ts';

/** A JPEG up to its frame, with or without an orientation in its EXIF data. */
function jpeg(width: number, height: number, orientation?: number): Buffer {
  const exif = Buffer.from(
    `457869660000 4d4d002a00000008 0001 0112 0003 00000001 000${orientation ?? 1}0000`.replaceAll(' ', ''),
    'hex',
  );
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...(orientation ? [segment] : []), frame]);
}

describe('the header of a picture', () => {
  it.each([
    ['a PNG', makePng(new Uint8Array(12), 4, 3), { width: 4, height: 3, orientation: 1 }],
    ['a JPEG', jpeg(640, 480), { width: 640, height: 480, orientation: 1 }],
    ['a JPEG that lies on its side', jpeg(640, 480, 6), { width: 640, height: 480, orientation: 6 }],
    ['a JPEG without a frame', jpeg(640, 480).subarray(0, 6), null],
    ['a PNG without a header', makePng(new Uint8Array(12), 4, 3).subarray(0, 10), null],
    ['a JPEG whose parts have no length', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0]), null],
    ['another file', Buffer.from('GIF89a and so on, long enough'), null],
    ['nothing', Buffer.alloc(0), null],
  ])('of %s', (_what, bytes, header) => {
    expect(readPictureHeader(bytes)).toEqual(header);
  });
});

describe('a picture', () => {
  const never = { recognize: () => expect.fail('It is not decoded.') };

  it.each([
    ['claims more pixels than may be decoded', makePng(new Uint8Array(100), 60_000, 60_000), 'picture_too_large'],
    ['claims a side that is too long', makePng(new Uint8Array(100), 40_000, 1), 'picture_too_large'],
    ['has no pixels', jpeg(0, 480), 'unreadable'],
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
