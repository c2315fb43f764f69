import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Footnote } from '@footnote/sdk';
import type { ProgressView } from './progress.ts';

const FOLDER = fileURLToPath(new URL('../docs', import.meta.url));

const TYPES: Record<string, string> = {
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The chapters of the guide, by file name, in the order in which they are uploaded. */
export async function guideFiles(): Promise<string[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map((entry) => entry.name)
    .sort();
}

/** Uploads every chapter and waits until each is completed. Throws with the reasons where one has failed. */
export async function ingestGuide(
  footnote: Footnote,
  projectId: string,
  view: ProgressView,
  signal: AbortSignal,
): Promise<void> {
  const names = new Map<string, string>();
  for (const name of await guideFiles()) {
    const file = new File([await readFile(join(FOLDER, name))], name, { type: TYPES[extname(name)] ?? '' });
    const source = await footnote.sources.upload(file, { signal });
    names.set(source.id, name);
    view.show(name, source);
  }
  // The list is one request for all sources, and the pause grows: a few requests a second at first, one a second later.
  for (let pause = 60; ; pause = Math.min(pause * 1.4, 1000)) {
    await sleep(pause, undefined, { signal });
    const sources = (await footnote.sources.list(projectId, { limit: 100 }, { signal })).items;
    for (const source of sources) view.show(names.get(source.id) ?? source.id, source);
    if (sources.some(({ status }) => status === 'pending' || status === 'processing')) continue;
    const failed = sources.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return;
    throw new Error(failed.map(({ id, error }) => `${names.get(id) ?? id}: ${error?.message ?? 'failed'}`).join('\n'));
  }
}
