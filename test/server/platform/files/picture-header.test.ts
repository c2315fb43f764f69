import { describe, expect, it } from 'vitest';
import { readPictureHeader } from '../../../../server/platform/files/picture-header.ts';
import { animated, jpegHeader, makePng, webpHeader } from '../../../helpers/input/picture-files.ts';

const PNG = makePng(new Uint8Array(12), 4, 3);
const still = (type: string, width: number, height: number, orientation = 1) => ({
  ...{ type: `image/${type}`, width, height, orientation, animated: false },
});

/** A PNG with these bytes in the place of those at an offset. */
function altered(at: number, bytes: number[]): Buffer {
  const copy = Buffer.from(PNG);
  copy.set(bytes, at);
  return copy;
}

describe('the header of a picture', () => {
  it.each([
    ['a PNG', PNG, still('png', 4, 3)],
    [
      'a PNG that claims to be huge',
      makePng(new Uint8Array(12), 2 ** 31 - 1, 2 ** 31 - 1),
      still('png', 2147483647, 2147483647),
    ],
    ['an animated PNG', animated(PNG), { ...still('png', 4, 3), animated: true }],
    ['a JPEG', jpegHeader(640, 480), still('jpeg', 640, 480)],
    ['a JPEG that lies on its side', jpegHeader(640, 480, 6), still('jpeg', 640, 480, 6)],
    ['a WebP with losses', webpHeader('VP8 ', 640, 480), still('webp', 640, 480)],
    ['a WebP without losses', webpHeader('VP8L', 16384, 1), still('webp', 16384, 1)],
    ['a WebP with more than pixels', webpHeader('VP8X', 70_000, 480), still('webp', 70_000, 480)],
    ['an animated WebP', webpHeader('VP8X', 640, 480, 2), { ...still('webp', 640, 480), animated: true }],
  ])('of %s', (_what, bytes, header) => {
    expect(readPictureHeader(bytes)).toEqual(header);
  });

  it.each([
    ['a PNG that is cut off', PNG.subarray(0, 10)],
    ['a PNG without pixels', PNG.subarray(0, 33)],
    ['a PNG of no width', altered(16, [0, 0, 0, 0])],
    ['a PNG with a part longer than the file', altered(8, [0xff, 0xff, 0xff, 0xff])],
    ['a PNG that begins with another part', altered(12, [...Buffer.from('tEXt')])],
    ['a JPEG without a frame', jpegHeader(640, 480).subarray(0, 6)],
    ['a JPEG of no height', jpegHeader(640, 0)],
    ['a JPEG whose parts have no length', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0])],
    ['a JPEG of nothing but fill bytes', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1000, 0xff)])],
    ['a WebP that is cut off', webpHeader('VP8X', 640, 480).subarray(0, 28)],
    ['a WebP of an unknown form', Buffer.from('RIFF....WEBPICCP....and so on')],
    ['a WebP without the start of a frame', webpHeader('VP8 ', 640, 480).fill(0, 23, 26)],
    ['a WebP of no width', webpHeader('VP8 ', 0, 480)],
    ['a GIF', Buffer.from('GIF89a and so on, long enough to have a header')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a PNG by its name alone', Buffer.from('<!doctype html><script src="logo.png"></script>')],
    ['nothing', Buffer.alloc(0)],
  ])('is not that of %s', (_what, bytes) => {
    expect(readPictureHeader(bytes)).toBeNull();
  });

  it('ends for every picture that is cut off or altered at any place', () => {
    for (const picture of [PNG, animated(PNG), jpegHeader(640, 480, 6), webpHeader('VP8L', 640, 480)]) {
      for (let at = 0; at < picture.length; at += 1) {
        readPictureHeader(picture.subarray(0, at));
        for (const byte of [0, 1, 0x7f, 0xff]) {
          const other = Buffer.from(picture);
          other[at] = byte;
          const header = readPictureHeader(other);
          expect(header === null || (header.width > 0 && header.height > 0)).toBe(true);
        }
      }
    }
  });
});
