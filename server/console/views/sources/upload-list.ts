import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../../parts/icon.ts';
import '../../parts/progress-bar.ts';
import { formatBytes, plural } from '../../format.ts';
import { shared } from '../../styles/shared.ts';
import type { Upload, UploadQueue } from './upload-queue.ts';

/** `<upload-list .queue=${…}>`: the files that are being uploaded and those that were not accepted. */
export class UploadList extends LitElement {
  static override properties = { queue: { attribute: false } };
  static override styles = [
    shared,
    css`
      .top { padding: var(--space-3) var(--space-4); border-block-end: 1px solid var(--line); }
      ul { max-block-size: 19.75rem; overflow-y: auto; }
      li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem var(--space-3); align-items: center; padding: var(--space-2) var(--space-4); min-block-size: 3rem; }
      li + li { border-block-start: 1px solid var(--line); }
      li > .wide { grid-column: 1 / -1; }
      li .name { display: flex; gap: var(--space-2); align-items: baseline; min-inline-size: 0; }
      li svg { color: var(--good); }
      li :is(.error, .button) svg { color: inherit; }
      li .error { padding-block-end: var(--space-1); }
    `,
  ];
  declare queue: UploadQueue;
  #of: UploadQueue | null = null;
  #clock: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Updates the remaining seconds.
    this.#clock = setInterval(() => this.queue.resumesAt > Date.now() - 1500 && this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    clearInterval(this.#clock);
    this.#of?.removeEventListener('changed', this.#changed);
    this.#of = null;
    super.disconnectedCallback();
  }

  protected override willUpdate(): void {
    if (this.#of === this.queue) return;
    this.#of?.removeEventListener('changed', this.#changed);
    this.queue.addEventListener('changed', this.#changed);
    this.#of = this.queue;
  }

  override render(): TemplateResult | typeof nothing {
    const { uploads, open } = this.queue;
    if (uploads.length === 0) return nothing;
    return html`<section class="card flush" aria-label="Uploads">
      <div class="top"><div class="spread"><div><div role="status"><h2>${this.#summary()}</h2></div>${this.#wait()}</div>
        <button class="button small" type="button" @click=${() => this.queue.cancelAll()}>${open.length === 0 ? 'Dismiss all' : 'Cancel all'}</button></div>${this.#progress()}</div>
      <ul tabindex="0" aria-label="Files">${repeat(
        uploads,
        ({ key }) => key,
        (upload) => this.#row(upload),
      )}</ul></section>`;
  }

  readonly #changed = () => this.requestUpdate();

  #summary(): string {
    const { uploads, open, taken } = this.queue;
    const refused = uploads.filter(({ state }) => state === 'refused').length;
    if (open.length === 0 && refused > 0) return `${plural(refused, 'file was', 'files were')} not accepted`;
    const whole = taken + open.length;
    const sending = whole === 1 ? 'Sending a file' : `Sending ${plural(whole, 'file')}: ${taken} done`;
    return refused > 0 ? `${sending}, ${refused} not accepted` : sending;
  }

  /** While files are being sent; once they are, the server is still checking them. */
  #progress(): TemplateResult | typeof nothing {
    const { open, progress } = this.queue;
    const { done, total } = progress;
    if (open.length === 0) return nothing;
    return html`<ui-progress .value=${done} .max=${done < total ? total : 0} label="Sending the files"></ui-progress>`;
  }

  /** Explains a pause because of the server's rate limit. */
  #wait(): TemplateResult | typeof nothing {
    const { open, perMinute, resumesAt } = this.queue;
    const seconds = Math.ceil((resumesAt - Date.now()) / 1000);
    if (open.length === 0 || seconds <= 0) return nothing;
    const limit =
      perMinute === null
        ? 'the server has asked for a pause'
        : `this server takes ${plural(perMinute, 'request')} a minute`;
    return html`<p class="soft small number">${plural(open.length, 'file waits', 'files wait')}: ${limit}. They go on in ${plural(seconds, 'second')}. Keep this tab open until they are sent.</p>`;
  }

  #row(upload: Upload): TemplateResult {
    const { file, path, state, error } = upload;
    const name = path ?? file.name;
    const isTaken = state === 'taken';
    return html`<li>
      <span class="name"><span class="cut" dir="auto" title=${name}>${name}</span><span class="soft small number">${formatBytes(file.size)}</span></span>
      <span class="row">${state === 'waiting' ? html`<span class="soft small">waits</span>` : isTaken ? html`<span class="only-read">sent</span>${icon('check', 16)}` : nothing}
        ${error?.mayRetry ? html`<button class="button small" type="button" @click=${() => this.queue.retry(upload)}>${icon('sync', 16)}Try again</button>` : nothing}
        ${isTaken ? nothing : html`<button class="button quiet icon small" type="button" aria-label="${state === 'refused' ? 'Dismiss' : 'Cancel'} ${name}" @click=${() => this.queue.cancel(upload)}>${icon('close', 16)}</button>`}</span>
      ${error ? html`<span class="error wide">${icon('alert', 16)}<span>${error.message}</span></span>` : nothing}
    </li>`;
  }
}

customElements.define('upload-list', UploadList);
