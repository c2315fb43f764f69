/** Longer values are left as they are: no name of a file needs more. */
const MAX_LENGTH = 8 * 1024;
const WORD = /=\?([\w-]{1,40})(?:\*[\w-]{0,40})?\?([bq])\?([^?\r\n]*)\?=/gi;
/** What is between two encoded words is not shown. */
const SEQUENCE = new RegExp(`${WORD.source}(?:\\s*${WORD.source})*`, 'gi');

/** Decodes the words of a header that are encoded as in mails (RFC 2047): `=?utf-8?B?w5xiZXIubWQ=?=`. What cannot be decoded stays. */
export function decodeEncodedWords(value: string): string {
  if (value.length > MAX_LENGTH) return value;
  return value.replace(SEQUENCE, (sequence) => {
    let charset = '';
    let bytes = Buffer.alloc(0);
    const texts: (string | null)[] = [];
    for (const [, named = '', encoding = '', content = ''] of sequence.matchAll(WORD)) {
      // A letter of several bytes may be parted between two words.
      if (named.toLowerCase() !== charset && bytes.length > 0) {
        texts.push(decodeBytes(bytes, charset));
        bytes = Buffer.alloc(0);
      }
      charset = named.toLowerCase();
      bytes = Buffer.concat([bytes, encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : ofQ(content)]);
    }
    texts.push(decodeBytes(bytes, charset));
    return texts.includes(null) ? sequence : texts.join('');
  });
}

const ofQ = (content: string) => percentDecoded(content.replaceAll('_', ' '), '=');

const ENCODED = { '=': /=([\da-f]{2})/gi, '%': /%([\da-f]{2})/gi };

/** The bytes of a text in which `mark` and two hexadecimal digits stand for a byte. */
export const percentDecoded = (text: string, mark: '=' | '%'): Buffer =>
  Buffer.from(
    text.replace(ENCODED[mark], (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );

/** The text that bytes stand for; null where they are not of this encoding, or where it is unknown. */
export function decodeBytes(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
