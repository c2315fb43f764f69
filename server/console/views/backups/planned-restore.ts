import { AuthenticationError, type ServerBackups } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError } from '../../parts/forms/field.ts';
import '../../parts/progress-bar.ts';
import { notice } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';

const ASK_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 5_000;
/** A large backup takes minutes. */
const LONG_MS = 3 * 60_000;

/**
 * `<planned-restore .app .backups @changed>`: the restore that the next start makes, with the restart itself where something starts
 * the server again. The event `changed` has the new list.
 */
export class PlannedRestoreNotice extends LitElement {
  static override properties = {
    app: { attribute: false },
    backups: { attribute: false },
    waitingSince: { state: true },
  };
  static override styles = [shared, css`:host { display: contents; } ui-progress { max-inline-size: 26rem; }`];
  declare app: App;
  declare backups: ServerBackups;
  /** When the restart began; null without one. Milliseconds since 1970. */
  waitingSince: number | null = null;
  readonly #acting = new Action(this);
  #stop = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = new AbortController();
  }

  override disconnectedCallback(): void {
    this.#stop.abort();
    super.disconnectedCallback();
  }

  override render(): TemplateResult | typeof nothing {
    if (this.waitingSince !== null) return this.#restarting(this.waitingSince);
    const { planned_restore: planned, restart } = this.backups;
    if (!planned) return nothing;
    const byHand = restart.stop_first
      ? html`Stop the server, and start it again: <code>${restart.command}</code>`
      : html`Restart the server: <code>${restart.command}</code>`;
    return notice(
      html`<div class="stack tight"><span><strong>The next start restores a backup.</strong> What is done until then is lost. ${restart.supervised ? nothing : byHand}</span>
        <span class="soft small break">${planned.name}</span>
        ${inlineError(this.#acting.error())}
        <div class="actions">${restart.supervised ? html`<button class="button small" type="button" @click=${this.#restart}>Restart now…</button>` : nothing}
          <button class="button small" type="button" aria-busy=${this.#acting.busy} @click=${this.#cancel}>Cancel the restore</button></div></div>`,
      { tone: 'warn', name: 'alert' },
    );
  }

  #restarting(since: number): TemplateResult {
    const isLong = Date.now() - since > LONG_MS;
    return notice(
      html`<div class="stack tight"><span role="status"><strong>The server restarts and restores the backup.</strong> This page waits until it is back. A large backup takes some minutes.</span>
        ${isLong ? html`<span>It is not back after three minutes. If it stays away, look into its log on its machine.</span>` : nothing}
        <ui-progress label="Restart of the server"></ui-progress></div>`,
      { tone: 'warn', name: 'sync' },
    );
  }

  readonly #restart = async (): Promise<void> => {
    const { server } = this.app.client;
    let former = '';
    const done = await confirm({
      title: 'Restart the server now?',
      text: 'All data of this server is replaced by that of the backup. The server cannot be used until it is done. Then everybody signs in again, with the password they had at the time of the backup.',
      action: 'Restart and restore',
      danger: true,
      act: async () => {
        former = (await withFreshPassword(this.app, () => server.restart())).started_at;
      },
    });
    if (done) await this.#wait(former);
  };

  /** Asks until another process answers. `former`: when the one started that stops. */
  async #wait(former: string): Promise<void> {
    const { signal } = this.#stop;
    this.waitingSince = Date.now();
    while (!signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      if (await this.#isBack(former, signal)) break;
      this.requestUpdate();
    }
    this.waitingSince = null;
  }

  async #isBack(former: string, signal: AbortSignal): Promise<boolean> {
    const { server } = this.app.client;
    const options = { signal, maxRetries: 0, timeout: ANSWER_WITHIN_MS };
    try {
      if ((await server.retrieve(options)).started_at === former) return false;
      const detail = await server.backups.list(options);
      this.dispatchEvent(new CustomEvent('changed', { detail }));
      // The sessions of the present data go on only where it was kept.
      this.app.toast('The server is back, with its data from before the restart', 'bad');
      return true;
    } catch (error) {
      // The restored data knows no session: the console shows the sign-in by itself.
      if (!AuthenticationError.isInstance(error)) return false;
      this.app.toast('The server is back, with the restored data. Sign in as you did then.');
      return true;
    }
  }

  readonly #cancel = async (): Promise<void> => {
    const cancelled = await this.#acting.run(() => this.app.client.server.backups.cancelRestore());
    if (!cancelled) return;
    this.dispatchEvent(new CustomEvent('changed', { detail: cancelled }));
    this.app.toast('The restore is cancelled');
  };
}

customElements.define('planned-restore', PlannedRestoreNotice);
