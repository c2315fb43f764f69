import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TextRecognition } from '../../../engines/types.ts';
import { type RecognizedLine, readLines, type TesseractPage } from './recognized-lines.ts';

/** Reads the text in pictures (OCR). */
export interface TextRecognizer {
  /**
   * The lines of text in a PNG, JPEG or PGM file, in reading order. `orientation`: as EXIF counts, 1 for upright. Throws where
   * the file cannot be decoded.
   */
  recognize(file: Uint8Array, orientation?: number): RecognizedLine[];
}

/** What is used here of Tesseract. */
interface Tesseract {
  FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void };
  TessBaseAPI: new () => {
    /** 0 where all went well. */
    Init(dataPath: null, languages: string, engineMode: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Reads `PICTURE`. 1 where it cannot be read. */
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    GetJSONText(page: number): string;
    Clear(): void;
  };
}

const PICTURE = '/input';
const ONLY_NEURAL_NETWORKS = 1;
/** Finds the columns and blocks of a page by itself. */
const AUTOMATIC_SEGMENTATION = '3';
const CORE = 'tesseract.js-core/tesseract-core-simd-lstm';

/**
 * Loads Tesseract into WebAssembly memory of its own. It can reach nothing outside that, and gets pictures and languages as
 * bytes. Without the package `tesseract.js`, which adds threads and downloads: a process that reads documents may have neither.
 */
export async function loadTextRecognizer({ modules, languages }: TextRecognition): Promise<TextRecognizer> {
  const create = createRequire(import.meta.url)(join(modules, `${CORE}.js`)) as (options: object) => Promise<Tesseract>;
  const wasmBinary = await readFile(join(modules, `${CORE}.wasm`));
  const tesseract = await create({ wasmBinary, print: () => undefined, printErr: () => undefined });
  for (const language of languages) {
    const packed = await readFile(
      join(modules, '@tesseract.js-data', language, '4.0.0_best_int', `${language}.traineddata.gz`),
    );
    tesseract.FS.writeFile(`${language}.traineddata`, gunzipSync(packed));
  }
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, languages.join('+'), ONLY_NEURAL_NETWORKS) !== 0) throw new Error('Tesseract does not start.');
  api.SetVariable('tessedit_pageseg_mode', AUTOMATIC_SEGMENTATION);
  return {
    recognize(file, orientation = 1) {
      tesseract.FS.writeFile(PICTURE, file);
      try {
        if (api.SetImageFile(orientation, 0) === 1) throw new Error('The picture cannot be decoded.');
      } finally {
        tesseract.FS.unlink(PICTURE);
      }
      try {
        api.Recognize(null);
        return readLines(JSON.parse(api.GetJSONText(0)) as TesseractPage);
      } finally {
        api.Clear();
      }
    },
  };
}
