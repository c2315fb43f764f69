import type { BackupPlace, BackupSchedule, ScheduleBackupsRequest, ServerBackups } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { Unsaved } from '../../controllers/unsaved.ts';
import { formatDateTime } from '../../format.ts';
import { inlineError, selectField, textField } from '../../parts/forms/field.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { shared } from '../../styles/shared.ts';

/** What is entered. `hours` and `keep` are numbers as text. */
interface Draft {
  when: 'never' | 'daily' | 'interval';
  at: string;
  hours: string;
  keep: string;
  place: BackupPlace;
}

const WHEN = [
  { value: 'never', label: 'Never' },
  { value: 'daily', label: 'Every day, at a time' },
  { value: 'interval', label: 'Every few hours' },
];
const PLACES = [
  { value: 'folder', label: 'The folder on the server’s machine' },
  { value: 'bucket', label: 'The bucket' },
];

/** `<backup-schedule .app .backups>`: when backups are made by themselves. The event `changed` has the new list. */
export class BackupScheduleForm extends LitElement {
  static override properties = {
    app: { attribute: false },
    backups: { attribute: false },
    draft: { state: true },
  };
  static override styles = [shared, settingsSectionStyles];
  declare app: App;
  declare backups: ServerBackups;
  /** Null while nothing has been changed. */
  draft: Draft | null = null;
  readonly #save = new Action(this);
  readonly #unsaved = new Unsaved(this, {
    changed: () => this.draft !== null,
    discard: () => {
      this.draft = null;
      this.#save.clear();
    },
  });

  override render(): TemplateResult {
    const { schedule, next_at, bucket } = this.backups;
    const draft = this.draft ?? draftOf(schedule);
    return settingsSection(
      'Schedule',
      'Backups that are made by themselves, while the server continues. One that fails is tried again every hour.',
      html`<form class="stack" novalidate @submit=${this.#submit}>
        ${next_at ? html`<p>The next one is due <strong>${formatDateTime(next_at)}</strong>.</p>` : nothing}
        ${selectField({ name: 'when', label: 'Make backups', value: draft.when, options: WHEN, change: (when) => this.#change({ when: when as Draft['when'] }) })}
        ${draft.when === 'daily' ? textField({ name: 'at', label: 'Time in UTC', value: draft.at, placeholder: '03:00', maxlength: 5, hint: hereHint(draft.at), error: this.#save.field('at'), change: (at) => this.#change({ at }) }) : nothing}
        ${draft.when === 'interval' ? textField({ name: 'every_hours', label: 'Hours between two backups', type: 'number', min: 1, max: 720, value: draft.hours, error: this.#save.field('every_hours'), change: (hours) => this.#change({ hours }) }) : nothing}
        ${
          draft.when === 'never'
            ? nothing
            : html`${textField({ name: 'keep', label: 'Backups to keep', type: 'number', min: 1, max: 1000, value: draft.keep, hint: 'Older scheduled backups are deleted. Others stay until you delete them.', error: this.#save.field('keep'), change: (keep) => this.#change({ keep }) })}
        ${bucket ? selectField({ name: 'place', label: 'Keep them in', value: draft.place, options: PLACES, change: (place) => this.#change({ place: place as BackupPlace }) }) : nothing}`
        }
        ${inlineError(this.#save.error('at', 'every_hours', 'keep'))}
        ${this.draft ? html`<div class="actions"><button class="button primary" type="submit" aria-busy=${this.#save.busy}>Save the schedule</button><button class="button" type="button" @click=${this.#unsaved.discard}>Discard</button></div>` : nothing}
      </form>`,
    );
  }

  #change(changed: Partial<Draft>): void {
    this.draft = { ...(this.draft ?? draftOf(this.backups.schedule)), ...changed };
  }

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { draft } = this;
    if (!draft) return;
    const { backups } = this.app.client.server;
    const request = requestOf(draft);
    const saved = await this.#save.run(() => (request ? backups.schedule(request) : backups.unschedule()));
    if (!saved) return;
    this.draft = null;
    this.dispatchEvent(new CustomEvent('changed', { detail: saved }));
    this.app.toast(request ? 'The schedule is saved' : 'No more backups are scheduled');
  };
}

function draftOf(schedule: BackupSchedule | null): Draft {
  if (schedule === null) return { when: 'never', at: '03:00', hours: '24', keep: '7', place: 'folder' };
  const { at, every_hours, keep, place } = schedule;
  return {
    place,
    keep: String(keep),
    at: at ?? '03:00',
    hours: String(every_hours ?? 24),
    when: every_hours === null ? 'daily' : 'interval',
  };
}

/** Null for no schedule. */
function requestOf({ when, at, hours, keep, place }: Draft): ScheduleBackupsRequest | null {
  const common = { keep: Number(keep), place };
  if (when === 'never') return null;
  return when === 'daily' ? { ...common, at } : { ...common, every_hours: Number(hours) };
}

/** What a time in UTC is on the reader's clock today. */
function hereHint(at: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) return 'Such as 03:00.';
  const here = new Date(`${new Date().toISOString().slice(0, 10)}T${at}Z`);
  return `${new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(here)} in your time zone today.`;
}

customElements.define('backup-schedule', BackupScheduleForm);
