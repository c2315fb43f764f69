import { countBeyondAscii, countOdd } from './odd-letters.ts';

const WESTERN = /[äöüßéèêëàâçîïôùûœæøåáíóúñãõìòýÄÖÜÉÈÊÀÂÇÎÔŒÆØÅÁÍÓÚÑÃÕ„“”‘’‚«»–—…·•€§°©®£¿¡ªº\u00a0\u00ad]/g;
const CENTRAL =
  /[ąćęłńóśźżáčďéěíňřšťúůýžôľĺŕäöüőűăâîșțşţđĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽÔĽĹŔÄÖÜŐŰĂÂÎŞŢĐß„”“‘’‚«»–—…•€§°©\u00a0\u00ad]/g;

/** Encodings of Latin letters, and the letters and signs that texts in them have. */
const CANDIDATES: [label: string, usual: RegExp][] = [
  ['windows-1252', WESTERN],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['ibm850', WESTERN],
  ['macintosh', WESTERN],
  ['ibm852', CENTRAL],
];
/** How much is looked at, in bytes. */
const SAMPLE = 64 * 1024;
/** A guess with a smaller share of odd characters stays: no text is without a strange word. */
const ODD_ENOUGH = 0.05;
/** Of a text that is read right, only names and signs are unusual. */
const MOST_UNUSUAL = 0.05;

/**
 * The text in another encoding of Latin letters, where `guessed` is odd and one other encoding makes sense of all of it; null
 * where the guess may stay or several make as much sense.
 */
export function otherLatin(
  bytes: Uint8Array,
  guessed: string,
  decodeAs: (bytes: Uint8Array, label: string) => string | null,
): string | null {
  const begin = guessed.slice(0, SAMPLE);
  if (countOdd(begin) <= countBeyondAscii(begin) * ODD_ENOUGH) return null;
  const sample = bytes.subarray(0, SAMPLE);
  const texts = CANDIDATES.map(([label, usual]) => {
    const text = decodeAs(sample, label) ?? '';
    return {
      label,
      text,
      unusual: (countBeyondAscii(text.replace(usual, '')) + countOdd(text)) / countBeyondAscii(text),
    };
  });
  const [best, ...others] = texts.toSorted((one, two) => one.unusual - two.unusual);
  if (!best || best.unusual > MOST_UNUSUAL) return null;
  const isClear = others.every(({ text, unusual }) => text === best.text || unusual > 2 * best.unusual);
  return isClear ? decodeAs(bytes, best.label) : null;
}
