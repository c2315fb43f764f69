import type { Pdfium } from './pdfium.ts';

/** The characters of one page by index. Geometry in points as in PDFium: y upwards, before any rotation. */
export interface Characters {
  count: number;
  /** The code point; 0 where the character has none. */
  code(index: number): number;
  /** The characters from one to another, both included. PDFium's mark for a hyphen at a line's end is U+FFFE. */
  text(first: number, last: number): string;
  /** Its font does not tell which character it is: the code is that of its glyph. */
  isGuessed(index: number): boolean;
  /** By how many clockwise quarter turns most of the text is rotated. */
  quarterTurns(): number;
  /** By how many a character is. */
  quarterTurnsAt(index: number): number;
  /** Where the character begins on its baseline. Valid until the next call. */
  origin(index: number): Point;
  /** The bounding box of a character. Valid until the next call. */
  box(index: number): Box;
  fontSize(index: number): number;
  font(index: number): Font;
}

/** What the name of a font and its description tell of it. */
export interface Font {
  isBold: boolean;
  /** All its letters are as wide as each other. */
  isMonospaced: boolean;
  /** It has signs in place of letters. */
  isPictorial: boolean;
}

/** With those of TeX and of the fonts of URW. */
const BOLD = /bold|black|heavy|(?:cm|ec|sf)bx|nimbus[a-z0-9]{1,16}-(?:medi|demi)/i;
/** Most programs describe these fonts so; TeX does not. */
const MONOSPACED =
  /mono(?!type)|nimbusmon|courier|cursor|consol|menlo|typewriter|inconsolata|(?:source|fira)code|(?:cm|ec|sf)[a-z]{0,3}tt\d/i;
const PICTORIAL = /wingdings|webdings|dingbats|(?:^|\+)symbol/i;
const FIXED_PITCH = 1;
const UNKNOWN_FONT: Font = { isBold: false, isMonospaced: false, isPictorial: false };

interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** How many characters are sampled for the rotation. */
const ROTATION_SAMPLES = 60;

/**
 * Reads the characters of a text page. Calls to PDFium are expensive, so the text is read in one call and the geometry only
 * where it is needed.
 */
export function readCharacters(pdfium: Pdfium, text: number, scratch: number): Characters {
  const { call, memory } = pdfium;
  const count = call.FPDFText_CountChars(text);
  const read = readText(pdfium, text, count);
  const fonts = new Map<number, Font>();
  const point: Point = { x: 0, y: 0 };
  const bounds: Box = { left: 0, bottom: 0, right: 0, top: 0 };
  const turnsAt = (index: number) => Math.round(call.FPDFText_GetCharAngle(text, index) / (Math.PI / 2)) % 4;
  return {
    count,
    ...read,
    isGuessed: (index) => call.FPDFText_HasUnicodeMapError(text, index) === 1,
    quarterTurnsAt: turnsAt,
    quarterTurns: () => {
      const votes = [0, 0, 0, 0];
      const step = Math.max(1, Math.floor(count / ROTATION_SAMPLES));
      for (let index = 0; index < count; index += step) {
        if (call.FPDFText_IsGenerated(text, index) === 1) continue;
        const rotation = turnsAt(index);
        if (rotation >= 0) votes[rotation] = (votes[rotation] ?? 0) + 1;
      }
      return votes.indexOf(Math.max(...votes));
    },
    origin: (index) => {
      call.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
      const at = scratch >> 3;
      point.x = memory.HEAPF64[at] ?? 0;
      point.y = memory.HEAPF64[at + 1] ?? 0;
      return point;
    },
    box: (index) => {
      const isKnownWord = call.FPDFText_GetLooseCharBox(text, index, scratch);
      const at = scratch >> 2;
      bounds.left = isKnownWord ? (memory.HEAPF32[at] ?? 0) : Number.NaN;
      bounds.top = memory.HEAPF32[at + 1] ?? 0;
      bounds.right = memory.HEAPF32[at + 2] ?? 0;
      bounds.bottom = memory.HEAPF32[at + 3] ?? 0;
      return bounds;
    },
    fontSize: (index) => {
      const nominal = call.FPDFText_GetFontSize(text, index);
      if (!call.FPDFText_GetMatrix(text, index, scratch)) return nominal;
      const at = scratch >> 2;
      return Math.abs(nominal * Math.hypot(memory.HEAPF32[at + 2] ?? 0, memory.HEAPF32[at + 3] ?? 0)) || 1;
    },
    font: (index) => {
      const object = call.FPDFText_GetTextObject(text, index);
      const handle = object ? call.FPDFTextObj_GetFont(object) : 0;
      const known = handle ? fonts.get(handle) : undefined;
      if (known) return known;
      const font = readFont(pdfium, text, index, scratch);
      if (handle) fonts.set(handle, font);
      return font;
    },
  };
}

function readFont({ call, memory }: Pdfium, text: number, index: number, scratch: number): Font {
  const flags = scratch + 256;
  const length = call.FPDFText_GetFontInfo(text, index, scratch, 200, flags);
  if (length <= 1 || length > 200) return UNKNOWN_FONT;
  const name = latin1(memory.HEAPU8, scratch, length - 1);
  const isFixedPitch = ((memory.HEAPU8[flags] ?? 0) & FIXED_PITCH) !== 0;
  return {
    isBold: BOLD.test(name),
    isMonospaced: isFixedPitch || MONOSPACED.test(name),
    isPictorial: PICTORIAL.test(name),
  };
}

/** In one call where every character is one UTF-16 unit; one by one where some have none or two. */
function readText({ call, memory }: Pdfium, text: number, count: number): Pick<Characters, 'code' | 'text'> {
  const buffer = call.malloc((count + 1) * 2);
  const units = buffer ? call.FPDFText_GetText(text, 0, count, buffer) : 0;
  const whole = Buffer.from(memory.HEAPU8.buffer, buffer, count * 2)
    .toString('utf16le')
    .replaceAll('\u0002', '\ufffe');
  call.free(buffer);
  if (units - 1 === count) {
    return { code: (index) => whole.charCodeAt(index), text: (first, last) => whole.slice(first, last + 1) };
  }
  const codes = Array.from({ length: count }, (_, index) => call.FPDFText_GetUnicode(text, index));
  const signs = codes.map((code) => (code === 2 ? '\ufffe' : String.fromCodePoint(code > 0x10ffff ? 0xfffd : code)));
  const all = signs.join('');
  const code = (index: number) => codes[index] ?? 0;
  // Where each character has one unit, as nearly always, its index is its offset.
  if (all.length === count) return { code, text: (first, last) => all.slice(first, last + 1) };
  return { code, text: (first, last) => signs.slice(first, last + 1).join('') };
}

const latin1 = (bytes: Uint8Array, at: number, length: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, length).toString('latin1');
