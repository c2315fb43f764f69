import type { BackupUpload, ServerBackups } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { formatBytes, formatRelativeTime } from '../../format.ts';
import { inlineError } from '../../parts/forms/field.ts';
import '../../parts/progress-bar.ts';
import { notice } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import '../sources/drop-zone.ts';
import { chooseFiles, type FoundFiles } from '../sources/files.ts';
import { type BackupSender, senderOf } from './backup-sender.ts';

/**
 * `<backup-upload .app .unfinished @changed @finished>`: the upload of a backup: its progress, what went wrong, and the way on.
 * Files may be dropped anywhere on the page. `unfinished` is the upload that the server knows. Events: `changed`, and `finished` when
 * the server begins to examine the file; both have the new list.
 */
export class BackupUploadCard extends LitElement {
  static override properties = { app: { attribute: false }, unfinished: { attribute: false } };
  static override styles = [
    shared,
    // Nothing of it takes room in the page while there is no upload.
    css`
      :host { display: contents; }
      drop-zone { position: absolute; }
      .card { display: grid; gap: var(--space-3); }
    `,
  ];
  declare app: App;
  unfinished: BackupUpload | null = null;
  readonly #acting = new Action(this);
  #sender: BackupSender | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sender = senderOf(this.app);
    this.#sender.addEventListener('changed', this.#changed);
    this.#sender.addEventListener('finished', this.#finished);
  }

  override disconnectedCallback(): void {
    this.#sender?.removeEventListener('changed', this.#changed);
    this.#sender?.removeEventListener('finished', this.#finished);
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    const sender = this.#sender;
    return html`<drop-zone label="Drop to upload" formats="A backup, a file that ends in .fnb" @files=${this.#dropped}></drop-zone>
      ${inlineError(this.#acting.error())}
      ${sender && sender.state !== 'idle' ? this.#sending(sender) : this.unfinished ? this.#left(this.unfinished) : nothing}`;
  }

  /** Opens the dialog for a file, and uploads it. */
  async choose(): Promise<void> {
    const [file] = await chooseFiles({ accept: '.fnb', multiple: false });
    if (file) this.#start(file);
  }

  #sending({ file, sent, state, error }: BackupSender): TemplateResult {
    if (state === 'failed')
      return notice(
        html`<div class="stack tight"><span class="break">The upload of ${file?.name} has stopped. ${error?.message}</span>
          <div class="actions">${error?.mayRetry ? html`<button class="button small" type="button" @click=${this.#again}>Try again</button>` : nothing}
            <button class="button small" type="button" aria-busy=${this.#acting.busy} @click=${this.#giveUp}>${error?.mayRetry ? 'Give it up' : 'Close'}</button></div></div>`,
        { tone: 'bad', name: 'alert' },
      );
    const total = file?.size ?? 0;
    const what =
      state === 'waiting'
        ? 'The connection is broken. The upload continues when it is back.'
        : `Uploading ${file?.name ?? ''}`;
    return html`<div class="card"><div class="spread"><span class="break" role="status">${what}</span>
        <button class="button small" type="button" aria-busy=${this.#acting.busy} @click=${this.#giveUp}>Cancel</button></div>
      <ui-progress value=${Math.round(sent)} max=${Math.max(1, total)} label="Upload of the backup"></ui-progress>
      <span class="soft small number">${formatBytes(Math.round(sent))} of ${formatBytes(total)}</span></div>`;
  }

  /** One that an earlier page, or another person, has begun. */
  #left({ received, size, started_at }: BackupUpload): TemplateResult {
    const isWhole = received === size;
    const share = size === null ? formatBytes(received) : `${formatBytes(received)} of ${formatBytes(size)}`;
    return notice(
      html`<div class="stack tight"><span>${isWhole ? 'An uploaded backup has not been checked yet.' : 'An upload is not finished.'} <span class="soft number">${share} arrived, begun ${formatRelativeTime(started_at)}. It is deleted a day after its last part.</span></span>
        <div class="actions">${
          isWhole
            ? html`<button class="button small" type="button" aria-busy=${this.#acting.busy} @click=${this.#check}>Check it</button>`
            : html`<button class="button small" type="button" @click=${this.choose}>Choose the file to go on</button>`
        }
          <button class="button small" type="button" aria-busy=${this.#acting.busy} @click=${this.#giveUp}>Give it up</button></div></div>`,
      { tone: 'warn', name: 'upload' },
    );
  }

  #start(file: File): void {
    const { unfinished } = this;
    void this.#acting.run(async () => {
      if (this.#sender && this.#sender.state !== 'idle') throw new Error('A backup is being uploaded already.');
      if (file.size === 0) throw new Error('This file is empty.');
      if (unfinished && unfinished.size !== file.size)
        throw new Error(
          `This is another file: the unfinished upload is of ${unfinished.size === null ? 'an unknown size' : formatBytes(unfinished.size)}, and ${file.name} has ${formatBytes(file.size)}. Give the upload up to begin another one.`,
        );
      this.#sender?.start(file, unfinished);
    });
  }

  readonly #dropped = ({ detail }: CustomEvent<FoundFiles>): void => {
    const [first] = detail.files;
    if (first) this.#start(first.file);
  };

  readonly #again = (): void => this.#sender?.again();

  readonly #check = async (): Promise<void> => {
    const { unfinished } = this;
    if (!unfinished) return;
    const report = await this.#acting.run(() => this.app.client.server.backups.uploads.finish(unfinished.id));
    if (!report) return;
    if (this.#sender) this.#sender.examined = unfinished.name;
    this.#tell('finished', report);
  };

  readonly #giveUp = async (): Promise<void> => {
    const upload = this.#sender?.upload ?? this.unfinished;
    const isOver = this.#sender?.error?.mayRetry === false;
    this.#sender?.cancel();
    const { backups } = this.app.client.server;
    const report = await this.#acting.run(async () => {
      if (!upload) return backups.list();
      // It may be gone already: the server keeps nothing of what is no backup.
      return backups.uploads.delete(upload.id).catch(() => backups.list());
    });
    if (!report) return;
    this.#tell('changed', report);
    if (!isOver) this.app.toast('The upload was cancelled. Nothing of it is kept.');
  };

  readonly #changed = (): void => this.requestUpdate();
  readonly #finished = (event: Event): void => this.#tell('finished', (event as CustomEvent<ServerBackups>).detail);

  #tell(name: 'changed' | 'finished', detail: ServerBackups): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define('backup-upload', BackupUploadCard);
