import type { Page, UnansweredGroup } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Bulk } from '../../controllers/bulk.ts';
import { Resource } from '../../controllers/resource.ts';
import { bulkBar, bulkStyles, pick } from '../../parts/bulk-bar.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { icon } from '../../parts/icon.ts';
import { may } from '../../parts/role.ts';
import { csvLine, saveFile } from '../../parts/save-file.ts';
import { emptyState, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import '../answers/answer-form.ts';
import './write-answer.ts';
import { errorMessage, plural } from '../../format.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { type GroupActions, groupRow, groupStyles } from './group-row.ts';
import { setAside } from './set-aside.ts';

const LIMIT = 20;
const DAY_MS = 86_400_000;
const TIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'All' },
] as const;
type Time = (typeof TIMES)[number]['value'];

/** `/projects/{id}/unanswered`: groups of similar questions that the documents do not answer, or may not. */
export class UnansweredView extends View {
  static override styles = [shared, segmentedControlStyles, bulkStyles, groupStyles];
  static override properties = {
    writing: { state: true },
    opened: { state: true },
    answering: { state: true },
    expanded: { state: true },
  };
  /** The group whose answer is being written. It is kept while the dialog closes, so that its text does not change. */
  writing: UnansweredGroup | null = null;
  opened = false;
  /** The question in the form of an answer that is shown as written; null while it is closed. */
  answering: string | null = null;
  /** The groups whose wordings and passages are shown. */
  expanded: ReadonlySet<string> = new Set();
  readonly #bulk = new Bulk(this);
  readonly #groups = new Resource<Page<UnansweredGroup>, { project: string; time: Time; offset: number }>(this, {
    key: () => ({ project: this.params.project ?? '', ...this.#wanted }),
    load: ({ project, time, offset }, signal) => {
      const from = time ? { from: new Date(Date.now() - Number(time) * DAY_MS).toISOString() } : {};
      return this.app.client.unanswered.list(project, { limit: LIMIT, offset, ...from }, { signal });
    },
  });

  get #wanted(): { time: Time; offset: number } {
    const query = this.app.router.current?.query;
    return {
      time: TIMES.find(({ value }) => value === query?.get('days'))?.value ?? '',
      offset: Math.max(0, Math.floor(Number(query?.get('offset') ?? 0)) || 0),
    };
  }

  override render(): TemplateResult {
    const { time } = this.#wanted;
    const { value } = this.#groups;
    return html`<div class="page">
      ${pageHeader({
        title: 'Unanswered questions',
        lead: 'Questions that your documents do not answer, or may not, the most frequent first.',
        actions:
          value?.total === 0 && !time
            ? nothing
            : segmentedControl({
                name: 'days',
                label: 'Asked when',
                value: time,
                options: TIMES,
                change: (days) => this.#go({ days, offset: null }),
              }),
      })}
      ${renderResource(this.#groups, (page) => (page.total === 0 ? this.#nothing(time) : this.#list(page)), { lines: 8 })}
      <write-answer .app=${this.app} .project=${this.params.project} .question=${this.writing?.question ?? ''} .open=${this.opened}
        @close=${() => this.#open(null)} @written=${this.#written}></write-answer>
      ${
        this.answering === null
          ? nothing
          : html`<answer-form .app=${this.app} .project=${this.params.project} .answer=${null} .question=${this.answering} .open=${true}
              @close=${() => this.#answer(null)} @saved=${this.#saved}></answer-form>`
      }
    </div>`;
  }

  #list(page: Page<UnansweredGroup>): TemplateResult {
    const items = this.app.removals.left(page.items);
    const order = items.map(({ id }) => id);
    const edits = may(this.project, 'editor');
    const { selection, running } = this.#bulk;
    return html`${bulkBar({
      ...{ selection, order, running },
      text: plural(page.total - (page.items.length - items.length), 'question'),
      actions: [
        { label: 'Export', icon: 'download', run: () => this.#export(selection.of(items)) },
        ...(edits
          ? [{ label: 'Set aside', icon: 'close', run: () => this.#setAside(selection.of(items)) } as const]
          : []),
      ],
    })}<ul class="list">${repeat(
      items,
      ({ id }) => id,
      (group) =>
        groupRow(this.params.project ?? '', group, {
          actions: edits ? this.#actions : null,
          box: pick(selection, group.id, order, `“${group.question}”`),
          opened: this.expanded.has(group.id),
          toggle: () => this.#toggle(group.id),
        }),
    )}</ul>
    ${pagination({ total: page.total, limit: page.limit, offset: page.offset, of: 'groups', move: (offset) => this.#go({ offset }) })}`;
  }

  #nothing(time: Time): TemplateResult {
    const asked = (this.project?.usage.requests ?? 0) > 0;
    const at = (page: string) => `/projects/${encodeURIComponent(this.params.project ?? '')}/${page}`;
    if (time)
      return emptyState({
        icon: 'check',
        title: `No unanswered questions in ${time} days`,
        text: 'Your documents answered what was asked, or you have closed the gaps.',
      });
    return asked
      ? emptyState({
          icon: 'check',
          title: 'All questions answered',
          text: 'Questions that your documents do not answer will appear here.',
        })
      : emptyState({
          icon: 'help',
          title: 'No questions yet',
          text: 'Questions that your documents do not answer appear here, so that you can write the answer once.',
          action: html`<a class="button primary" href=${at('playground')}>${icon('play', 16)}Ask the first one</a>`,
        });
  }

  #answer(group: UnansweredGroup | null): void {
    this.answering = group?.question ?? null;
  }

  async #saved(): Promise<void> {
    this.app.toast('Saved. The chat uses it from now on.');
    await this.#groups.reload();
  }

  #open(group: UnansweredGroup | null): void {
    this.opened = group !== null;
    if (group) this.writing = group;
  }

  /** The answer is searchable, so the group can be dismissed. */
  async #written({ detail }: CustomEvent<string>): Promise<void> {
    const group = this.#groups.value?.items.find(({ question }) => question === detail);
    if (group) await this.#dismiss(group).catch((error: unknown) => this.app.toast(errorMessage(error), 'bad'));
  }

  readonly #actions: GroupActions = {
    write: (group) => this.#open(group),
    menu: (group) => [
      ...(group.curated_answer_id
        ? []
        : [{ label: 'Answer word for word', icon: 'user', choose: () => this.#answer(group) } as const]),
      { label: 'Ask it in the playground', icon: 'play', choose: () => this.#ask(group) },
      { label: 'Set aside', icon: 'close', choose: () => this.#setAside([group]) },
    ],
  };

  #ask({ question }: UnansweredGroup): void {
    const query = new URLSearchParams({ ask: question }).toString();
    this.app.router.go(`/projects/${encodeURIComponent(this.params.project ?? '')}/playground?${query}`);
  }

  #toggle(id: string): void {
    const expanded = new Set(this.expanded);
    if (!expanded.delete(id)) expanded.add(id);
    this.expanded = expanded;
  }

  /** Until the toast disappears, it can be undone. If the same is asked again, a group returns. */
  #setAside(groups: readonly UnansweredGroup[]): void {
    const project = this.params.project ?? '';
    this.app.removals.add({
      ids: groups.map(({ id }) => id),
      text: `${groups.length === 1 ? 'Question' : plural(groups.length, 'question')} set aside. The conversations stay.`,
      remove: async (client) => {
        await setAside(client, project, groups);
        return [];
      },
      removed: () => this.isConnected && this.#groups.reload(),
      mayReturn: true,
    });
    this.#bulk.selection.set([]);
    // The pressed button has been removed with its row.
    this.renderRoot.querySelector('h1')?.focus();
  }

  #export(groups: readonly UnansweredGroup[]): void {
    const rows = groups.map(({ question, count, unsure_count, last_asked_at }) =>
      csvLine([question, String(count), String(unsure_count), last_asked_at]),
    );
    const head = csvLine(['question', 'count', 'unsure_count', 'last_asked_at']);
    saveFile(new Blob([[head, ...rows].join('')], { type: 'text/csv' }), 'unanswered-questions.csv');
    this.app.toast(`${plural(groups.length, 'question')} exported. The file is in your browser’s downloads.`);
  }

  async #dismiss(group: UnansweredGroup): Promise<void> {
    await setAside(this.app.client, this.params.project ?? '', [group]);
    await this.#groups.reload();
  }

  #go(changes: Record<string, string | number | null>): void {
    this.app.router.setQuery(changes);
    this.requestUpdate();
    scrollTo(0, 0);
  }
}

customElements.define('view-unanswered', UnansweredView);
