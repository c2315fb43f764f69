import { decodeCodePage } from '../../../../server/ingestion/parsers/text/decode-text.ts';
import { casesOf, type FidelityCase } from '../fidelity-case.ts';

/** The text in an encoding of one byte for each letter. */
function encode(text: string, label: string): Uint8Array {
  const decode = (bytes: Uint8Array) => decodeCodePage(bytes, label) ?? new TextDecoder(label).decode(bytes);
  const codes = new Map(Array.from({ length: 128 }, (_, at) => [decode(new Uint8Array([at + 128])), at + 128]));
  return new Uint8Array([...text].map((letter) => codes.get(letter) ?? letter.charCodeAt(0)));
}
const inUtf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));

const THAI = 'ท่าเรือเปิดทุกวัน เรือใบจอดได้สองคืน ค่าจอดเรือสามสิบยูโรต่อคืน ต้องจ่ายที่สำนักงานก่อนออกจากท่า';
const GERMAN =
  'Der Hafen öffnet täglich um acht. Größere Boote müssen draußen ankern, für Gäste gilt die Gebühr von früher.';
const FRENCH = 'Le port est ouvert toute l’année. Les bateaux dépassant dix mètres paient à l’entrée, même en été.';
const POLISH =
  'Port jest otwarty codziennie. Większe łodzie muszą zgłosić się wcześniej, opłatę pobiera się przy wyjściu.';
const RUSSIAN = 'Порт открыт каждый день. Большие лодки стоят снаружи, плата взимается при выходе.';
const CSV = 'Gebühr;Größe\nfür Gäste;über zehn Meter\nermäßigt;bis fünf Meter\n';

export const encodings: FidelityCase[] = [
  ...casesOf('encodings', 'text', {
    'UTF-16 without a mark': { make: () => inUtf16(GERMAN), shown: GERMAN },
    'UTF-16 of Russian': { make: () => inUtf16(RUSSIAN), shown: RUSSIAN },
    'windows-874': { make: () => encode(THAI, 'windows-874'), shown: THAI },
    'code page 850': { make: () => encode(GERMAN, 'ibm850'), shown: GERMAN },
    'Mac Roman': { make: () => encode(FRENCH, 'macintosh'), shown: FRENCH },
    'windows-1250': { make: () => encode(POLISH, 'windows-1250'), shown: POLISH },
    'a short text in windows-1250': {
      make: () => encode('Wyjście z łodzi: żółta tablica', 'windows-1250'),
      shown: 'Wyjście z łodzi: żółta tablica',
    },
    'KOI8-R': { make: () => encode(RUSSIAN, 'koi8-r'), shown: RUSSIAN },
  }),
  ...casesOf('encodings', 'markdown', {
    'windows-1252': { make: () => encode(`# Gebühren\n\n${GERMAN}`, 'windows-1252'), shown: `# Gebühren\n\n${GERMAN}` },
    'UTF-16 without a mark': { make: () => inUtf16(`# Gebühren\n\n${GERMAN}`), shown: `# Gebühren\n\n${GERMAN}` },
  }),
  ...casesOf('encodings', 'html', {
    'an encoding that the page declares': {
      make: () => encode(`<meta charset="windows-1251"><h1>Порт</h1><p>${RUSSIAN}</p>`, 'windows-1251'),
      shown: `# Порт\n\n${RUSSIAN}`,
    },
    'one that it does not declare': {
      make: () => encode(`<h1>Gebühren</h1><p>${GERMAN}</p>`, 'windows-1252'),
      shown: `# Gebühren\n\n${GERMAN}`,
    },
  }),
  ...casesOf('encodings', 'csv', {
    'code page 850': {
      make: () => encode(CSV, 'ibm850'),
      shown: '| Gebühr | Größe\n| für Gäste | über zehn Meter\n| ermäßigt | bis fünf Meter',
    },
  }),
];
