import { crc32, deflateSync } from 'node:zlib';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function pngPart(type: string, data: Uint8Array): Buffer<ArrayBuffer> {
  const part = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(part));
  return Buffer.concat([length, part, sum]);
}

/** A PNG in shades of grey, a byte a pixel. The header may claim another size than that of the pixels. */
export function makePng(pixels: Uint8Array, width: number, height: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc(Math.floor(pixels.length / width) * (width + 1));
  for (let row = 0; row * (width + 1) < rows.length; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const parts = [pngPart('IHDR', header), pngPart('IDAT', deflateSync(rows)), pngPart('IEND', Buffer.alloc(0))];
  return Buffer.concat([PNG_SIGNATURE, ...parts]);
}

/** The same PNG as the first frame of an animation. */
export function animated(png: Buffer): Buffer<ArrayBuffer> {
  const header = PNG_SIGNATURE.length + 25;
  return Buffer.concat([png.subarray(0, header), pngPart('acTL', Buffer.alloc(8)), png.subarray(header)]);
}

/** A JPEG up to its frame, with or without an orientation in its EXIF data. */
export function jpegHeader(width: number, height: number, orientation?: number): Buffer<ArrayBuffer> {
  const exif = Buffer.from(
    `457869660000 4d4d002a00000008 0001 0112 0003 00000001 000${orientation ?? 1}0000`.replaceAll(' ', ''),
    'hex',
  );
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...(orientation ? [segment] : []), frame]);
}

/** A WebP up to what its header says, in one of its three forms. */
export function webpHeader(
  form: 'VP8 ' | 'VP8L' | 'VP8X',
  width: number,
  height: number,
  flags = 0,
): Buffer<ArrayBuffer> {
  const size = Buffer.alloc(10);
  if (form === 'VP8 ') size.set([0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8], 3);
  if (form === 'VP8L') {
    size[0] = 0x2f;
    size.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 1);
  }
  if (form === 'VP8X') {
    size[0] = flags;
    size.writeUIntLE(width - 1, 4, 3);
    size.writeUIntLE(height - 1, 7, 3);
  }
  const chunk = Buffer.concat([Buffer.from(form), Buffer.alloc(4), size]);
  return Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBP'), chunk]);
}
