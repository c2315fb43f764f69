/** What the header of a picture says, before it is decoded. */
export interface PictureHeader {
  width: number;
  height: number;
  /** How the picture is turned, as EXIF counts: 1 for upright. */
  orientation: number;
}

/** Reads the header of a PNG or JPEG file; null where it is damaged or of another type. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return view.getUint32(0) === PNG_SIGNATURE ? readPng(view) : readJpeg(view);
  } catch (error) {
    // Read beyond its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const PNG_SIGNATURE = 0x89504e47;
const IHDR = 0x49484452;

function readPng(view: DataView): PictureHeader | null {
  if (view.getUint32(12) !== IHDR) return null;
  return { width: view.getUint32(16), height: view.getUint32(20), orientation: 1 };
}

const START_OF_IMAGE = 0xffd8;
const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
/** The markers of a frame's header: all from C0 to CF but those of tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

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
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), orientation };
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
