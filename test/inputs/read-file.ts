import { basename } from 'node:path';
import { SourceFailure } from '../../server/ingestion/failures.ts';
import { identifyFile } from '../../server/ingestion/file-type/identify-file.ts';
import type { ParserPool } from '../../server/ingestion/parse/parser-pool.ts';
import type { DocumentFormat } from '../../server/ingestion/types.ts';
import { type Collected, collected } from '../helpers/ingestion/prepared-document.ts';
import type { InputFile } from './folder.ts';

/** How the reading of one file ended: refused, parsed, or failed. */
export type Outcome = { file: InputFile; milliseconds: number } & (
  | { end: 'completed'; format: DocumentFormat; prepared: Collected }
  | { end: 'failed'; code: string; sentence: string }
  | { end: 'refused'; reason: string }
  | { end: 'broken'; what: string }
);

/** A supported name for a file with an unsupported one, so that its content is tested all the same. */
export function renamed({ name }: InputFile): string | null {
  if (/\.(?:pdf|docx|html?|md|markdown|txt)$/i.test(name)) return null;
  return basename(/\.(?:xml|xhtml)$/.test(name) ? `${name}.html` : `${name}.txt`);
}

/** Sends one file through `identifyFile`, a real parser process and chunking; never throws. */
export async function readInput(pool: ParserPool, file: InputFile, fileName = basename(file.name)): Promise<Outcome> {
  const began = performance.now();
  const after = () => ({ file, milliseconds: performance.now() - began });
  try {
    const identity = await identifyFile(file.path, fileName);
    if (!('format' in identity)) return { ...after(), end: 'refused', reason: identity.reason };
    const prepared = await collected(
      await pool.prepareDocument(
        { path: file.path, format: identity.format, fileName },
        // The pool itself must end every file within 60 s.
        { accountId: 'inputs', signal: AbortSignal.timeout(65_000), onProgress: () => undefined },
      ),
    );
    return { ...after(), end: 'completed', format: identity.format, prepared };
  } catch (error) {
    if (error instanceof SourceFailure) return { ...after(), end: 'failed', code: error.code, sentence: error.message };
    return { ...after(), end: 'broken', what: String(error) };
  }
}
