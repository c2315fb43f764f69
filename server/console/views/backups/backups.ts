import type { BackupPlace, BackupTask, KeptBackup, ServerBackups } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatBytes, formatDateTime, formatRelativeTime } from '../../format.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import '../../parts/menu.ts';
import '../../parts/progress-bar.ts';
import { badge, emptyState, notice, pageHeader, renderResource } from '../../parts/states.ts';
import { listRowStyles } from '../../styles/list-row.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './backup-schedule.ts';
import { senderOf } from './backup-sender.ts';
import type { BackupUploadCard } from './backup-upload.ts';
import './backup-upload.ts';
import './planned-restore.ts';
import './restore-dialog.ts';

const ORIGINS: Record<KeptBackup['origin'], string> = {
  console: 'Made here',
  schedule: 'Scheduled',
  upload: 'Uploaded',
  other: 'Made elsewhere',
};

const STEPS: Record<BackupTask['step'], string> = {
  writing: 'Writing the backup…',
  uploading: 'Sending to the bucket…',
  downloading: 'Downloading from the bucket…',
  examining: 'Checking a backup…',
};

/** `/settings/backups`: the backups of the server, and when they are made. For the operator. */
export class BackupsView extends View {
  static override styles = [
    shared,
    listRowStyles,
    settingsSectionStyles,
    css`
      .running { display: grid; gap: var(--space-3); }
      section:first-of-type { border: 0; padding-block-start: 0; }
    `,
  ];
  static override properties = { restoring: { state: true }, refused: { state: true } };
  /** The backup whose restore is being looked at. */
  restoring: KeptBackup | null = null;
  /** Why the file that was uploaded last cannot be used. */
  refused: string | null = null;
  readonly #starting = new Action(this);
  readonly #changing = new Action(this);
  readonly #backups = new Resource<ServerBackups>(this, {
    key: () => 'backups',
    load: async (_, signal) => {
      const backups = await this.app.client.server.backups.list({ signal });
      // It may have arrived while another page was shown.
      this.#lookAtUploaded(backups);
      return backups;
    },
  });
  readonly #poll = new Poll(this, {
    minInterval: 3_000,
    active: () => Boolean(this.#backups.value?.running),
    request: async (signal) => {
      const before = this.#backups.value?.running;
      const now = await this.app.client.server.backups.list({ signal });
      this.#backups.set(now);
      if (before && !now.running && before.step !== 'examining' && before.step !== 'downloading') {
        if (now.last_failure) this.app.toast('The backup failed', 'bad');
        else this.app.toast('The backup is made');
      }
      this.#lookAtUploaded(now);
      return before?.done !== now.running?.done;
    },
  });

  override render(): TemplateResult {
    return html`<div class="page">
      ${pageHeader({
        title: 'Backups',
        lead: 'All projects, documents, conversations and accounts of this server, in one file. Models are not in it.',
        actions: this.#actions(this.#backups.value),
      })}
      ${inlineError(this.#starting.error())}
      ${renderResource(this.#backups, (backups) => this.#page(backups), { lines: 6 })}
    </div>`;
  }

  #actions(backups: ServerBackups | undefined): unknown {
    if (!backups || backups.unsupported) return nothing;
    const disabled = backups.running !== null;
    const start = (place: BackupPlace, label: string, primary: boolean) =>
      html`<button class="button ${primary ? 'primary' : ''}" type="button" ?disabled=${disabled} aria-busy=${this.#starting.busy} @click=${() => this.#start(place)}>${label}</button>`;
    return html`<button class="button" type="button" @click=${this.#chooseUpload}>Upload a backup…</button>
      ${
        backups.bucket
          ? html`${start('bucket', 'Back up to the bucket', false)}${start('folder', 'Back up now', true)}`
          : start('folder', 'Back up now', true)
      }`;
  }

  #page(page: ServerBackups): TemplateResult {
    if (page.unsupported) return notice(page.unsupported);
    const { running, last_failure: failed, bucket } = page;
    return html`<div class="stack">
      ${running ? this.#running(running) : nothing}
      <backup-upload .app=${this.app} .unfinished=${running?.step === 'examining' ? null : page.upload} @changed=${(event: CustomEvent<ServerBackups>) => this.#changedUpload(event.detail)} @finished=${(event: CustomEvent<ServerBackups>) => this.#finishedUpload(event.detail)}></backup-upload>
      ${this.refused ? notice(html`<span class="break">The uploaded file cannot be used. ${this.refused}</span>`, { tone: 'bad', name: 'alert' }) : nothing}
      <planned-restore .app=${this.app} .backups=${page} @changed=${(event: CustomEvent<ServerBackups>) => this.#backups.set(event.detail)}></planned-restore>${page.last_restore ? this.#restored(page.last_restore) : nothing}
      ${failed ? notice(html`The last backup failed ${formatRelativeTime(failed.at)}. ${failed.error}`, { tone: 'bad', name: 'alert' }) : nothing}
      ${bucket?.error ? notice(html`The bucket could not be listed. ${bucket.error}`, { tone: 'warn', name: 'alert' }) : nothing}
      ${inlineError(this.#changing.error())}
      ${page.backups.length > 0 ? html`<ul class="list">${page.backups.map((backup) => this.#row(backup, bucket !== null))}</ul>` : running ? nothing : this.#empty()}
      <div>
        <backup-schedule .app=${this.app} .backups=${page} @changed=${(event: CustomEvent<ServerBackups>) => this.#backups.set(event.detail)}></backup-schedule>
        ${this.#places(page)}
      </div>
      <restore-dialog .app=${this.app} .backup=${this.restoring} .backups=${page} @close=${this.#closeRestore} @changed=${(event: CustomEvent<ServerBackups>) => this.#backups.set(event.detail)}></restore-dialog></div>`;
  }

  #empty(): TemplateResult {
    return emptyState({
      icon: 'copy',
      title: 'No backups yet',
      text: 'Back up now, and set a schedule below. The server continues meanwhile.',
    });
  }

  #running({ step, place, done, total }: BackupTask): TemplateResult {
    const share = total > 0 ? ` ${formatBytes(done)} of ${formatBytes(total)}` : '';
    const what = STEPS[step];
    return html`<div class="card running" role="status"><div class="spread"><span>${what}<span class="soft number">${share}</span></span>
        <button class="button small" type="button" @click=${this.#stop}>Stop</button></div>
      <ui-progress value=${done} max=${total} label=${place === 'bucket' ? 'Backup to the bucket' : 'Backup'}></ui-progress></div>`;
  }

  #row(backup: KeptBackup, hasBucket: boolean): TemplateResult {
    const { name, place, origin, size, created_at } = backup;
    const label = `Backup of ${formatDateTime(created_at)}`;
    return html`<li><div class="what grow"><span class="name"><span class="title" title=${name}>${formatDateTime(created_at)}</span>${badge(ORIGINS[origin])}${hasBucket ? badge(place === 'bucket' ? 'Bucket' : 'Folder', place === 'bucket' ? 'accent' : '') : nothing}</span>
        <span class="soft small break"><span class="number">${formatBytes(size)}</span> · ${name}</span></div>
      <ui-menu label="Actions for the ${label.charAt(0).toLowerCase()}${label.slice(1)}" .items=${[
        { label: 'Download', icon: 'download', choose: () => this.#download(backup) },
        { label: 'Restore…', icon: 'sync', choose: () => this.#examine(backup) },
        { label: 'Delete', icon: 'trash', danger: true, choose: () => this.#delete(backup) },
      ]}></ui-menu></li>`;
  }

  #restored({ name, at, error, kept_in, keys }: NonNullable<ServerBackups['last_restore']>): TemplateResult {
    if (error)
      return notice(html`The restore of ${name} failed, and nothing was changed. ${error}`, {
        tone: 'bad',
        name: 'alert',
      });
    return html`<details><summary>Restored ${formatRelativeTime(at)} from ${name}</summary><div class="stack tight small">
      ${kept_in ? html`<p class="break">The data from before is in <code>${kept_in}</code>. Remove it when you no longer need it.</p>` : nothing}
      ${keys.length > 0 ? html`<p>These API keys had been deleted or rotated since the backup, and are valid again as they were. Delete them in their projects:</p><ul>${keys.map((key) => html`<li class="break"><code>${key.prefix}…</code> ${key.name || 'without a name'} (${key.project})</li>`)}</ul>` : html`<p>No API key is valid again that had been deleted since.</p>`}</div></details>`;
  }

  #places({ folder, bucket }: ServerBackups): TemplateResult {
    return settingsSection(
      'Where they are',
      'A backup on the same machine does not survive the machine. Keep one elsewhere.',
      html`<dl class="facts"><dt>Folder</dt><dd class="break"><code>${folder}</code></dd>
        <dt>Bucket</dt><dd class="break">${bucket ? html`<code>${bucket.address}</code>` : html`None. To use one that is compatible with S3, set <code>BACKUP_S3_ENDPOINT</code> and <code>BACKUP_S3_BUCKET</code>.`}</dd></dl>
        <p class="soft small">A backup holds documents, conversations and password hashes. Protect it like the server.</p>`,
    );
  }

  async #start(place: BackupPlace): Promise<void> {
    const started = await this.#starting.run(() => this.app.client.server.backups.create({ place }));
    if (!started) return;
    this.#backups.set(started);
    this.#poll.restart();
  }

  readonly #chooseUpload = (): void => {
    this.refused = null;
    void this.renderRoot.querySelector<BackupUploadCard>('backup-upload')?.choose();
  };

  #changedUpload(backups: ServerBackups): void {
    this.refused = null;
    this.#backups.set(backups);
  }

  #finishedUpload(backups: ServerBackups): void {
    this.refused = null;
    this.#backups.set(backups);
    this.#lookAtUploaded(backups);
    this.#poll.restart();
  }

  /** Once the uploaded file has been examined, shows what a restore of it would do, or why it cannot be used. */
  #lookAtUploaded({ running, examined, backups }: ServerBackups): void {
    const sender = senderOf(this.app);
    const name = sender.examined;
    if (name === null || running !== null) return;
    sender.examined = null;
    if (examined?.name !== name) return;
    this.refused = examined.error;
    if (examined.error !== null) return;
    this.app.toast('The backup is uploaded');
    this.restoring = backups.find((backup) => backup.name === name) ?? null;
  }

  readonly #stop = async (): Promise<void> => {
    const isDryRun = this.#backups.value?.running?.step === 'examining';
    const stopped = await this.#changing.run(() => this.app.client.server.backups.cancel());
    if (!stopped) return;
    this.#backups.set(stopped);
    this.app.toast(isDryRun ? 'Stopped. Nothing has changed.' : 'Stopped. Nothing of it is kept.');
  };

  async #examine(backup: KeptBackup): Promise<void> {
    const { backups } = this.app.client.server;
    const begun = await this.#changing.run(() => backups.examine(backup.place, backup.name));
    if (!begun) return;
    this.#backups.set(begun);
    this.restoring = backup;
    this.#poll.restart();
  }

  readonly #closeRestore = (): void => {
    this.restoring = null;
  };

  async #download({ place, name }: KeptBackup): Promise<void> {
    const made = await this.#changing.run(() =>
      withFreshPassword(this.app, () => this.app.client.server.backups.link(place, name)),
    );
    if (!made) return;
    const link = document.createElement('a');
    link.href = made.url;
    link.download = name;
    link.click();
  }

  async #delete({ place, name, created_at }: KeptBackup): Promise<void> {
    const { backups } = this.app.client.server;
    const done = await confirm({
      title: 'Delete this backup?',
      text: `The backup of ${formatDateTime(created_at)} is removed from the ${place}. This cannot be undone.`,
      action: 'Delete the backup',
      danger: true,
      act: async () => this.#backups.set(await withFreshPassword(this.app, () => backups.delete(place, name))),
    });
    if (!done) return;
    this.app.toast('The backup is deleted');
    this.renderRoot.querySelector<HTMLElement>('h1')?.focus();
  }
}

customElements.define('view-backups', BackupsView);
