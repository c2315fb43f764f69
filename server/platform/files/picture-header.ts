/** The types of pictures whose headers can be read. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/** What the header of a picture says, before it is decoded. */
export interface PictureHeader {
  type: PictureType;
  /** In pixels, as they are stored. */
  width: number;
  height: number;
  /** How the picture is turned, as EXIF counts: 1 for upright. From the fifth on, orientations lie on their side. */
  orientation: number;
  /** Whether it has more than one frame. */
  animated: boolean;
}

/** Reads the header of a PNG, JPEG or WebP file; null where it is damaged, of another type, or has no pixels. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const header = readPng(view) ?? readWebp(view) ?? readJpeg(view);
    return header && header.width > 0 && header.height > 0 ? header : null;
  } catch (error) {
    // Read beyond its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The number that a name of four letters is read as. */
const code = (name: string) => [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
const PNG_END = 0x0d0a1a0a;
const [PNG, IHDR, ACTL, IDAT] = ['\x89PNG', 'IHDR', 'acTL', 'IDAT'].map(code);

/** W3C PNG, 5.2, 5.3 and 11.2.1. An animation has the chunk `acTL` before its pixels. */
function readPng(view: DataView): PictureHeader | null {
  if (view.getUint32(0) !== PNG || view.getUint32(4) !== PNG_END || view.getUint32(12) !== IHDR) return null;
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  for (let chunk = 8; ; chunk += 12 + view.getUint32(chunk)) {
    const name = view.getUint32(chunk + 4);
    if (name === ACTL || name === IDAT) return { type: 'image/png', ...size, orientation: 1, animated: name === ACTL };
  }
}

const [RIFF, WEBP, VP8, VP8L, VP8X] = ['RIFF', 'WEBP', 'VP8 ', 'VP8L', 'VP8X'].map(code);

/** RFC 9649, 2.3 to 2.7. Frames of the older kind are those of RFC 6386, 9.1. */
function readWebp(view: DataView): PictureHeader | null {
  if (view.getUint32(0) !== RIFF || view.getUint32(8) !== WEBP) return null;
  const webp = { type: 'image/webp', orientation: 1, animated: false } as const;
  switch (view.getUint32(12)) {
    case VP8:
      if (uint24(view, 23) !== 0x2a019d) return null;
      return { ...webp, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case VP8L: {
      if (view.getUint8(20) !== 0x2f) return null;
      const sides = view.getUint32(21, true);
      return { ...webp, width: (sides & 0x3fff) + 1, height: ((sides >> 14) & 0x3fff) + 1 };
    }
    case VP8X: {
      const animated = (view.getUint8(20) & 2) !== 0;
      return { ...webp, animated, width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    }
    default:
      return null;
  }
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;

const START_OF_IMAGE = 0xffd8;
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
/** The markers of a frame's header: all from C0 to CF but those of tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** ITU-T T.81, B.1 and B.2: segments up to the header of a frame. */
function readJpeg(view: DataView): PictureHeader | null {
  if (view.getUint16(0) !== START_OF_IMAGE) return null;
  let orientation = 1;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return null;
    if (isFrame(marker)) {
      const size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      return { type: 'image/jpeg', ...size, orientation, animated: false };
    }
    const length = view.getUint16(at + 2);
    if (marker === APP1) orientation = readOrientation(view, at + 4, length - 2) ?? orientation;
    at += 2 + Math.max(2, length);
  }
}

const EXIF = 0x45786966;
const LITTLE_ENDIAN = 0x4949;
const ORIENTATION = 0x0112;
const MAX_ENTRIES = 200;

/** The orientation in a segment of EXIF data, null where it has none. */
function readOrientation(view: DataView, start: number, length: number): number | null {
  if (length < 14 || view.getUint32(start) !== EXIF) return null;
  const tiff = start + 6;
  const little = view.getUint16(tiff) === LITTLE_ENDIAN;
  const directory = tiff + view.getUint32(tiff + 4, little);
  if (directory + 2 > start + length) return null;
  const entries = Math.min(view.getUint16(directory, little), MAX_ENTRIES);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > start + length) return null;
    if (view.getUint16(entry, little) !== ORIENTATION) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
