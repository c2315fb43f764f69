import type { Source } from '@footnote/sdk';
import { html } from 'lit';
import type { App } from '../../app.ts';
import { confirm } from '../../parts/confirm.ts';
import { inWords, plural } from '../../words.ts';
import { chooseFiles } from './files.ts';
import { nameOf } from './source-words.ts';

/** Has a source read anew; what it has become, or null where that failed, which is said. */
export function readAnew(app: App, source: Source): Promise<Source | null> {
  return telling(app, () => app.client.sources.sync(source.id), `“${nameOf(source)}” is being read again.`);
}

/** Asks for another file and puts it in the place of a source's own; null where that failed or nothing was chosen. */
export async function replaceFile(app: App, source: Source): Promise<Source | null> {
  const [file] = await chooseFiles({ multiple: false });
  if (!file) return null;
  const replace = () => app.client.sources.replace(source.id, { file });
  return telling(app, replace, `“${file.name}” replaces it as soon as it has been read.`);
}

/** Asks, and deletes a source; true once it is gone. */
export function deleteSource(app: App, source: Source): Promise<boolean> {
  const name = nameOf(source);
  const passages = source.chunks_count > 0 ? ` and its ${plural(source.chunks_count, 'passage')}` : '';
  return confirm({
    title: source.crawl ? 'Delete this site?' : 'Delete this source?',
    text: html`<strong class="break">${name}</strong>${passages} ${source.crawl ? 'are deleted with all of its pages' : passages ? 'are deleted' : 'is deleted'} for good. The chat no longer answers from it, and past answers lose what they took from it.`,
    action: source.crawl ? 'Delete the site' : 'Delete the source',
    danger: true,
    act: () => app.client.sources.delete(source.id),
  });
}

async function telling(app: App, act: () => Promise<Source>, done: string): Promise<Source | null> {
  try {
    const source = await act();
    app.toast(done);
    return source;
  } catch (error) {
    app.toast(inWords(error), 'bad');
    return null;
  }
}
