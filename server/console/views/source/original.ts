import type { Source } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { errorMessage } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import { isWebAddress } from '../../parts/page-link.ts';
import { saveFile } from '../../parts/save-file.ts';

/** What a source was read from, to be compared with its text: the page on the web, or the file to be saved. */
export function originalOf(app: App, source: Source): TemplateResult | typeof nothing {
  const { url, final_url = url } = source.metadata;
  if (source.type !== 'url')
    return html`<button class="button" type="button" @click=${() => save(app, source)}>${icon('download', 16)}Original</button>`;
  if (final_url === undefined || !isWebAddress(final_url)) return nothing;
  return html`<a class="button" href=${final_url} target="_blank" rel="noopener noreferrer">${icon('globe', 16)}Original</a>`;
}

async function save(app: App, source: Source): Promise<void> {
  try {
    const original = await app.client.sources.original(source.id);
    saveFile(await original.blob(), original.filename);
  } catch (error) {
    app.toast(errorMessage(error), 'bad');
  }
}
