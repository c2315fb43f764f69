import type { Source } from '@footnote/sdk';
import type { App } from '../../app.ts';
import { runAll } from '../../controllers/run-all.ts';
import { errorMessage, plural } from '../../format.ts';
import { isUnsupported, UNSUPPORTED } from './file-formats.ts';
import { chooseFiles } from './files.ts';
import { sourceName } from './source-labels.ts';

/** Refreshes a source. Resolves with the source, or with null on failure, which a toast reports. */
export function syncSource(app: App, source: Source): Promise<Source | null> {
  return withToast(app, () => app.client.sources.sync(source.id), `“${sourceName(source)}” is being read again.`);
}

/** Asks for a file and replaces the source's own; null on failure or if no file was chosen. */
export async function replaceFile(app: App, source: Source): Promise<Source | null> {
  const [file] = await chooseFiles({ multiple: false });
  if (!file) return null;
  if (isUnsupported(file)) {
    app.toast(UNSUPPORTED, 'bad');
    return null;
  }
  const replace = () => app.client.sources.replace(source.id, { file });
  return withToast(app, replace, `“${file.name}” replaces it as soon as it has been read.`);
}

/** Deletes sources; until the toast disappears, it can be undone. `removed` is called once the server has deleted them. */
export function deleteSources(app: App, sources: readonly Source[], removed?: () => unknown): void {
  const [first] = sources;
  if (!first) return;
  const things = sources.map((source) => ({ id: source.id, name: sourceName(source) }));
  app.removals.add({
    ids: things.map(({ id }) => id),
    text: sources.length > 1 ? `${plural(sources.length, 'source')} deleted.` : deletedText(first),
    remove: (client) => runAll(things, ({ id }) => client.sources.delete(id)),
    ...(removed && { removed }),
  });
}

function deletedText(source: Source): string {
  return source.crawl ? `“${sourceName(source)}” deleted, with all of its pages.` : `“${sourceName(source)}” deleted.`;
}

async function withToast(app: App, act: () => Promise<Source>, done: string): Promise<Source | null> {
  try {
    const source = await act();
    app.toast(done);
    return source;
  } catch (error) {
    app.toast(errorMessage(error), 'bad');
    return null;
  }
}
