import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Footnote, Source } from '@footnote/sdk';
import { PAGES } from '../docs/contents.ts';
import type { ProgressView } from './progress.ts';

const FOLDER = fileURLToPath(new URL('../docs', import.meta.url));

const TYPES: Record<string, string> = {
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/**
 * The files that the demo uploads, relative to the guide's folder, with their names on the server. The first page is a list of
 * the others and answers nothing.
 */
export const GUIDE_FILES = PAGES.slice(1).map(({ file, address = file, made }) =>
  made ? { path: `made/${made}`, name: made } : { path: file, name: `${basename(address, '.md')}.md` },
);
export const GUIDE_NAMES = GUIDE_FILES.map(({ name }) => name);

/** Uploads every chapter and waits until all are completed. Throws an error with the reason if one fails. */
export async function ingestGuide(footnote: Footnote, view: ProgressView, signal: AbortSignal): Promise<void> {
  const names = new Map<string, string>();
  const sources: Source[] = [];
  for (const { path, name } of GUIDE_FILES) {
    const file = new File([await readFile(join(FOLDER, path))], name, { type: TYPES[extname(name)] ?? '' });
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
