const ESCAPE = [0x1b, 0x24, 0x29, 0x43];
const [SHIFT_OUT, SHIFT_IN] = [0x0e, 0x0f];
const LINE_END = 0x0a;

/** ISO-2022-KR, which `TextDecoder` does not know: letters of EUC-KR without the high bit, between two control characters; null for bytes without its mark. */
export function decodeIso2022Kr(bytes: Uint8Array): string | null {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(Buffer.from(ESCAPE));
  if (begin < 0) return null;
  const plain = new Uint8Array(bytes.length);
  plain.set(bytes.subarray(0, begin));
  let length = begin;
  let isKorean = false;
  for (const byte of bytes.subarray(begin + ESCAPE.length)) {
    if (byte === SHIFT_OUT) isKorean = true;
    else if (byte === SHIFT_IN) isKorean = false;
    else {
      if (byte === LINE_END) isKorean = false;
      plain[length] = isKorean && byte > 0x20 && byte < 0x7f ? byte | 0x80 : byte;
      length += 1;
    }
  }
  const text = new TextDecoder('euc-kr').decode(plain.subarray(0, length));
  return text.includes('\ufffd') ? null : text;
}

const MIN_KANA = 3;

/** A short Japanese text in EUC-JP, which has too few letters for statistics: at least half of them are kana; else null. */
export function decodeKana(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('euc-jp', { fatal: true }).decode(bytes);
    const kana = text.match(/[\u3041-\u3096\u30a1-\u30fc]/g)?.length ?? 0;
    const wide = text.match(/[^\p{ASCII}\p{P}]/gu)?.length ?? 0;
    return kana >= MIN_KANA && kana * 2 >= wide ? text : null;
  } catch {
    return null;
  }
}
