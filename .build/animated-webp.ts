/** A frame of an animation: a WebP picture as a browser writes it, and how long it is shown, in milliseconds. */
export interface Frame {
  webp: Uint8Array;
  duration: number;
}

const HEADER = 12;
const PART_HEADER = 8;
const ANIMATION_FLAG = 0b10;

/**
 * The pictures one after the other as one animated WebP, which runs once (RFC 9649, sections 2.5 to 2.7). All have the same size
 * and no transparency.
 */
export function animatedWebp(frames: readonly Frame[], width: number, height: number): Buffer {
  const extended = Buffer.alloc(10);
  extended.writeUInt8(ANIMATION_FLAG, 0);
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const animation = Buffer.alloc(6);
  animation.writeUInt16LE(1, 4);
  const parts = Buffer.concat([
    Buffer.from('WEBP'),
    part('VP8X', extended),
    part('ANIM', animation),
    ...frames.map((frame) => part('ANMF', frameData(frame, width, height))),
  ]);
  return part('RIFF', parts);
}

function frameData({ webp, duration }: Frame, width: number, height: number): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  head.writeUIntLE(duration, 12, 3);
  return Buffer.concat([head, pictureData(Buffer.from(webp))]);
}

/** The part of a WebP file that is the picture itself, without colour profiles and the like. */
function pictureData(file: Buffer): Buffer {
  for (let at = HEADER; at < file.length; ) {
    const size = PART_HEADER + file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4).startsWith('VP8 '))
      return part('VP8 ', file.subarray(at + PART_HEADER, at + size));
    at += size + (size % 2);
  }
  throw new Error('This is not a lossy WebP picture.');
}

/** A name, a size and the data, which end at an even place. */
function part(name: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name), size, data, Buffer.alloc(data.length % 2)]);
}
