import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_FORMATS } from '../../../server/platform/files/file-formats.ts';
import type { FidelityCase } from './fidelity-case.ts';
import type { OpenedFile } from './second-opinion/second-opinion.ts';

/** Writes cases as files, for programs that open files. */
export async function writeCases(
  cases: readonly FidelityCase[],
  folder: string,
): Promise<Map<OpenedFile, FidelityCase>> {
  const written = new Map<OpenedFile, FidelityCase>();
  for (const [at, one] of cases.entries()) {
    const ending = one.options?.isXhtml ? '.xhtml' : FILE_FORMATS[one.format].extensions[0];
    const path = join(folder, `${at}${ending}`);
    await writeFile(path, await one.make());
    written.set({ path, format: one.format }, one);
  }
  return written;
}
