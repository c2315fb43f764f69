import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Footnote, Source } from '@footnote/sdk';
import type { ProgressView } from './progress.ts';

const FOLDER = fileURLToPath(new URL('../docs', import.meta.url));

const TYPES: Record<string, string> = {
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The file names of the guide's chapters, in the order of their upload. */
export async function guideFiles(): Promise<string[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map((entry) => entry.name)
    .sort();
}

/** Uploads every chapter and waits until all are completed. Throws an error with the reason if one fails. */
export async function ingestGuide(footnote: Footnote, view: ProgressView, signal: AbortSignal): Promise<void> {
  const names = new Map<string, string>();
  const sources: Source[] = [];
  for (const name of await guideFiles()) {
    const file = new File([await readFile(join(FOLDER, name))], name, { type: TYPES[extname(name)] ?? '' });
    const source = await footnote.sources.upload({ file }, { signal });
    names.set(source.id, name);
    sources.push(source);
    view.show(name, source);
  }
  await footnote.sources.waitUntilReady(sources, {
    signal,
    onProgress: (source) => view.show(names.get(source.id) ?? source.id, source),
  });
}
