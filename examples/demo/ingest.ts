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

/** The files that the demo uploads, relative to the guide's folder, in the order of the contents. */
export const GUIDE_FILES: readonly string[] = PAGES.flatMap(({ file, made, inDemo = true }) =>
  inDemo ? [made ? `made/${made}` : file] : [],
);

/** Their names on the server. */
export const GUIDE_NAMES: readonly string[] = GUIDE_FILES.map((file) => basename(file));

/** Uploads every chapter and waits until all are completed. Throws an error with the reason if one fails. */
export async function ingestGuide(footnote: Footnote, view: ProgressView, signal: AbortSignal): Promise<void> {
  const names = new Map<string, string>();
  const sources: Source[] = [];
  for (const path of GUIDE_FILES) {
    const name = basename(path);
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
