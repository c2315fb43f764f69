import type { BackupExamination, KeptBackup, RestorePreview, ServerBackups } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { formatBytes, formatDateTime, plural } from '../../format.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import '../../parts/dialogs/dialog.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import '../../parts/progress-bar.ts';
import { notice } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';

const TYPED = 'restore';

/**
 * `<restore-dialog .app .backup .backups @close @changed>`: shows what came of the dry run of a backup, and plans its restore; closed
 * while `backup` is null.
 */
export class RestoreDialog extends LitElement {
  static override properties = {
    app: { attribute: false },
    backup: { attribute: false },
    backups: { attribute: false },
  };
  static override styles = [
    shared,
    css`
      h3 { font-size: var(--text-m); }
      ul.plain { display: grid; gap: var(--space-1); }
    `,
  ];
  declare app: App;
  backup: KeptBackup | null = null;
  declare backups: ServerBackups;

  override render(): TemplateResult {
    const { backup } = this;
    const examined = backup && this.#examined(backup);
    return html`<ui-dialog heading="Restore a backup" wide .open=${backup !== null} @close=${this.#close}>
      ${backup ? this.#content(backup, examined) : nothing}
      <button slot="footer" class="button" type="button" @click=${this.#close}>Close</button>
      ${examined?.preview ? html`<button slot="footer" class="button danger primary" type="button" @click=${this.#plan}>Restore at the next start…</button>` : nothing}</ui-dialog>`;
  }

  /** What came of the dry run of this backup; null until it has ended. */
  #examined({ name }: KeptBackup): BackupExamination | null {
    const { examined, running } = this.backups;
    return running === null && examined?.name === name ? examined : null;
  }

  #content(backup: KeptBackup, examined: BackupExamination | null): TemplateResult {
    if (!examined) return this.#progress();
    if (!examined.preview)
      return notice(html`This backup cannot be restored: ${examined.error}`, { tone: 'bad', name: 'alert' });
    return this.#preview(backup, examined.preview);
  }

  #progress(): TemplateResult {
    const { done = 0, total = 0, step = 'examining' } = this.backups.running ?? {};
    return html`<div class="stack" role="status"><p>${step === 'downloading' ? 'Downloading it from the bucket…' : 'Dry run: reading and checking the whole backup. Nothing is changed.'}</p>
      <ui-progress value=${done} max=${total} label="Dry run"></ui-progress></div>`;
  }

  #preview({ size }: KeptBackup, preview: RestorePreview): TemplateResult {
    const { counts, present, lost_since, comes_back, lost_projects } = preview;
    // Focusable, so that the keyboard scrolls it.
    return html`<div class="stack" tabindex="0" role="group" aria-label="What a restore would do">
      <p>The backup is whole. A restore replaces <strong>all data of this server</strong> by what it was on <strong>${formatDateTime(preview.created_at)}</strong>.</p>
      <dl class="facts"><dt>In the backup</dt><dd>${contents(counts)}, ${plural(preview.originals, 'original')}${preview.lost_originals > 0 ? html` (${preview.lost_originals} were missing when it was made)` : nothing}</dd>
        <dt>At present</dt><dd>${present ? contents(present.counts) : 'It cannot be read.'}</dd>
        <dt>Size</dt><dd class="number">${formatBytes(size)}</dd>
        <dt>Version</dt><dd>Footnote ${preview.footnote}, schema ${preview.schema}${present && preview.schema < present.schema ? html` (migrated to ${present.schema} at the start)` : nothing}</dd></dl>
      ${
        present
          ? html`<div><h3>Lost, as it is newer than the backup</h3>${difference(lost_since)}${lost_projects.length > 0 ? html`<p class="small break">Projects: ${lost_projects.join(', ')}</p>` : nothing}</div>
        <div><h3>Back, though it was deleted since</h3>${difference(comes_back)}</div>`
          : nothing
      }
      <ul class="plain soft small"><li>Everybody has to sign in again, with the password of that time. Widget tokens are void.</li>
        <li>API keys that were deleted or rotated since are valid again. You find them here after the restore.</li>
        <li>The present data is kept in a folder of the data directory.</li></ul></div>`;
  }

  readonly #plan = async (): Promise<void> => {
    const { backup } = this;
    if (!backup) return;
    const { backups } = this.app.client.server;
    let planned: ServerBackups | undefined;
    const done = await confirm({
      title: 'Restore at the next start?',
      text: 'Nothing changes until the server is restarted. You can cancel until then.',
      action: 'Plan the restore',
      danger: true,
      typed: TYPED,
      act: async () => {
        planned = await withFreshPassword(this.app, () => backups.restore({ name: backup.name }));
      },
    });
    if (!done || !planned) return;
    this.dispatchEvent(new CustomEvent('changed', { detail: planned }));
    this.#close();
  };

  readonly #close = (): void => {
    this.dispatchEvent(new Event('close'));
  };
}

type Contents = RestorePreview['lost_since'];

function parts({ accounts, projects, sources, conversations }: Contents): string[] {
  return [
    [accounts, 'account'] as const,
    [projects, 'project'] as const,
    [sources, 'source'] as const,
    [conversations, 'conversation'] as const,
  ].flatMap(([count, what]) => (count > 0 ? [plural(count, what)] : []));
}

const contents = (counts: Contents): string => parts(counts).join(', ') || 'Nothing';
const difference = (counts: Contents): TemplateResult => html`<p>${contents(counts)}</p>`;

customElements.define('restore-dialog', RestoreDialog);
