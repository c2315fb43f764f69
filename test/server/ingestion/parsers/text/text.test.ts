import { describe, expect, it } from 'vitest';
import { parseText } from '../../../../../server/ingestion/parsers/plain-text/parse-text.ts';
import { decodeText } from '../../../../../server/ingestion/parsers/text/decode-text.ts';
import { fc } from '../../../../helpers/input/fast-check.ts';
import { bytesOf } from '../../make-files.ts';
import { expectSound, expectSoundChunks } from '../../parse/invariants.ts';

const GERMAN =
  'Die Bücherei öffnet täglich außer montags. Für Schüler ist der Eintritt überall frei, größere Gruppen müssen sich anmelden.';
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
const utf32 = (text: string) =>
  new Uint8Array(
    Buffer.concat(
      [...text].map((character) => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32LE(character.codePointAt(0) ?? 0);
        return bytes;
      }),
    ),
  );

describe('decodeText', () => {
  it.each([
    ['UTF-8', bytesOf(GERMAN)],
    ['UTF-8 with a mark', bytesOf(`\ufeff${GERMAN}`)],
    ['UTF-16 LE with a mark', new Uint8Array(Buffer.from(`\ufeff${GERMAN}`, 'utf16le'))],
    ['UTF-16 BE with a mark', utf16be(`\ufeff${GERMAN}`)],
    ['UTF-16 LE', new Uint8Array(Buffer.from(GERMAN, 'utf16le'))],
    ['UTF-16 BE', utf16be(GERMAN)],
    ['UTF-32 LE with a mark', utf32(`\ufeff${GERMAN}`)],
    ['Latin-1', latin1(GERMAN)],
  ])('reads %s', (_name, bytes) => {
    expect(decodeText(bytes).replace(/^\ufeff/, '')).toBe(GERMAN);
  });

  it('reads Shift JIS and KOI8-R by their letters', () => {
    const japanese = Uint8Array.from(
      Buffer.from(
        '82b182cc907d8f918ae982cd8c8e976a93fa82c995c282dc82e982b182c682aa82a082e881418bE097CD82CD96b397bf82c582b7814282b182cc8e7b90dd82cd8ac58d6582c582b78142',
        'hex',
      ),
    );
    expect(decodeText(japanese)).toContain('この図書');
    const russian = Uint8Array.from(
      Buffer.from(
        'c2c9c2ccc9cfd4c5cbc120cfd4cbd2d9d4c120c5d6c5c4cec5d7cecf20cbd2cfcdc520d0cfcec5c4c5ccd8cec9cbc12e20e4ccd120dbcbcfccd8cec9cbcfd720d7c8cfc420c2c5d3d0ccc1d4ced9ca2e',
        'hex',
      ),
    );
    expect(decodeText(russian)).toContain('библиотека');
  });

  it.each(['ibm866', 'koi8-r', 'windows-1251', 'iso-8859-5', 'x-mac-cyrillic'])('tells %s by the letters', (label) => {
    const text = 'Библиотека открыта каждый день, кроме понедельника; читатели платят только за опоздание.';
    const letters = new Map(
      Array.from({ length: 128 }, (_, index) => [
        new TextDecoder(label).decode(new Uint8Array([index + 128])),
        index + 128,
      ]),
    );
    const bytes = new Uint8Array([...text].map((letter) => letters.get(letter) ?? letter.charCodeAt(0)));
    expect(decodeText(bytes)).toBe(text);
  });

  it('uses the encoding that an XML declaration names', () => {
    expect(decodeText(latin1('<?xml version="1.0" encoding="iso-8859-7"?><p>\xe1\xe2</p>'))).toContain('<p>αβ</p>');
  });

  it('uses a declared encoding unless the bytes prove it wrong', () => {
    expect(decodeText(latin1('\xe4\xf6'), 'windows-1252')).toBe('äö');
    expect(decodeText(bytesOf('äö'), 'no-such-encoding')).toBe('äö');
    expect(decodeText(bytesOf('plain äö'), 'us-ascii')).not.toBe('');
  });

  it('replaces a few invalid bytes and never throws', () => {
    expect(decodeText(new Uint8Array([...bytesOf(`${GERMAN} ${GERMAN}`), 0xff]))).toContain('Bücherei öffnet');
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => typeof decodeText(bytes) === 'string'));
  });
});

describe('parseText', () => {
  it('splits paragraphs at empty lines, and joins wrapped lines', () => {
    const wrapped =
      'This paragraph was broken by an editor at about sixty letters\na line, as people did when they wrote their mails by hand, and\nit goes on to the end.';
    const { text, blocks, title, pages } = parseText(bytesOf(`Milk\r\nEggs\r\n\r\n \t\r\n${wrapped}\n`));
    expect(text).toBe(`Milk\nEggs\n\n${wrapped.replaceAll('\n', ' ')}`);
    expect(blocks).toHaveLength(2);
    expect([title, pages]).toEqual([null, []]);
  });

  it('splits one endless line into valid chunks', () => {
    const document = parseText(bytesOf('word '.repeat(4000)));
    expectSound(document);
    expect(expectSoundChunks(document).every(({ text }) => text.length <= 1500)).toBe(true);
  });

  it('survives NULs, control characters and lone surrogates', () => {
    const document = parseText(bytesOf('a\0b\u0007c \u202edrow\u202c and some more words'));
    expect(document.text).toBe('abc drow and some more words');
  });
});
