import type { Source } from '@footnote/sdk';
import { html } from 'lit';
import type { App } from '../../app.ts';
import { errorMessage, plural } from '../../format.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
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

/** Deletes a source after confirmation; true once it is deleted. */
export function deleteSource(app: App, source: Source): Promise<boolean> {
  const name = sourceName(source);
  const passages = source.chunks_count > 0 ? ` and its ${plural(source.chunks_count, 'passage')}` : '';
  return confirm({
    title: source.crawl ? 'Delete this site?' : 'Delete this source?',
    text: html`<strong class="break">${name}</strong>${passages} ${source.crawl ? 'are deleted with all of its pages' : passages ? 'are deleted' : 'is deleted'} for good. The chat no longer answers from it, and past answers lose what they took from it.`,
    action: source.crawl ? 'Delete the site' : 'Delete the source',
    danger: true,
    act: () => app.client.sources.delete(source.id),
  });
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
