import { decodeBytes, decodeEncodedWords, percentDecoded } from './encoded-words.ts';

const PARAMETER = /;\s*([\w-]+\*?)\s*=\s*("?)/y;
/** A quotation mark ends a name where the header or another parameter follows: browsers of old send others as they are. */
const END_OF_QUOTED = /"(?=\s*(?:$|;\s*$|;\s*[\w-]+\*?\s*=))/g;
const EXTENDED = /^([\w-]{1,40})'[\w-]{0,40}'(.{0,8192})$/;

/**
 * The name of a file as a client means it; null in a part that has none. `disposition` is the header with a character for each
 * byte. Browsers send names in UTF-8 (or old ones in Latin-1), with signs for what is not in their encoding; .NET and others
 * send encoded words of mails, and `filename*` (RFC 8187), which counts where both are there.
 */
export function sentFileName(disposition: string): string | null {
  const parameters = parametersOf(disposition);
  const extended = EXTENDED.exec(parameters.get('filename*') ?? '');
  const wide = extended && decodeBytes(percentDecoded(extended[2] ?? '', '%'), extended[1] ?? '');
  if (wide) return wide;
  const name = parameters.get('filename');
  if (name === undefined) return null;
  return decodeEncodedWords(textOfBytes(name))
    .replaceAll('%22', '"')
    .replace(/&#(\d{4,6});/g, (sign, code: string) => characterOf(Number(code)) ?? sign);
}

/** The text of a string with a character for each byte: UTF-8, else Latin-1. */
export function textOfBytes(binary: string): string {
  const bytes = Buffer.from(binary, 'latin1');
  return decodeBytes(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes);
}

/** The first value of each parameter. Reads the header once: it may be as long as the body. */
function parametersOf(disposition: string): Map<string, string> {
  const found = new Map<string, string>();
  let at = disposition.indexOf(';');
  while (at >= 0) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(disposition);
    const start = PARAMETER.lastIndex;
    const end = match ? endOfValue(disposition, start, match[2] === '"') : at + 1;
    if (end < 0) break;
    const name = match?.[1]?.toLowerCase() ?? '';
    if (match && !found.has(name)) found.set(name, disposition.slice(start, end).trim());
    at = disposition.indexOf(';', end);
  }
  return found;
}

function endOfValue(disposition: string, start: number, isQuoted: boolean): number {
  if (!isQuoted) {
    const end = disposition.indexOf(';', start);
    return end < 0 ? disposition.length : end;
  }
  END_OF_QUOTED.lastIndex = start;
  return END_OF_QUOTED.exec(disposition)?.index ?? -1;
}

/** Half of a character is none. */
const characterOf = (code: number) => (code < 0xd800 || code > 0xdfff ? String.fromCodePoint(code) : null);
