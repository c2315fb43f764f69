import type { Footnote, Page, UnansweredQuery } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Bulk } from '../../controllers/bulk.ts';
import { Resource } from '../../controllers/resource.ts';
import { errorMessage, plural } from '../../format.ts';
import { bulkBar, bulkStyles, pick } from '../../parts/bulk-bar.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { may } from '../../parts/role.ts';
import { csvLine, saveFile } from '../../parts/save-file.ts';
import { pageHeader, pagination, renderResource, tabs } from '../../parts/states.ts';
import '../answers/answer-form.ts';
import './write-answer.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { type GroupActions, type GroupFace, groupRow, groupStyles, type QuestionGroup } from './group-row.ts';
import { setAside } from './set-aside.ts';

const LIMIT = 20;
const DAY_MS = 86_400_000;
const TIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'All' },
] as const;
type Time = (typeof TIMES)[number]['value'];

const TABS = [
  { page: 'unanswered', label: 'Unanswered' },
  { page: 'unanswered/weakest', label: 'Weakest answers' },
] as const;

/** What tells one kind of question groups from the other. */
export interface QuestionGroupsKind<Group extends QuestionGroup> {
  page: (typeof TABS)[number]['page'];
  title: string;
  lead: string;
  list(
    client: Footnote,
    project: string,
    query: UnansweredQuery,
    options?: { signal: AbortSignal },
  ): PromiseLike<Page<Group>>;
  face: GroupFace<Group>;
  /** Instead of an empty list. `time`: of how many days, empty for all. `asked`: somebody has asked something. */
  nothing(given: { time: string; asked: boolean; at: (page: string) => string }): TemplateResult;
  /** A file of what is selected: its name, its columns and their values. */
  file: { name: string; columns: Record<string, (group: Group) => string> };
}

/** A page of groups of similar questions, which an owner answers, asks again, exports and sets aside. */
export abstract class QuestionGroupsView<Group extends QuestionGroup> extends View {
  static override styles = [shared, segmentedControlStyles, bulkStyles, groupStyles];
  static override properties = {
    writing: { state: true },
    opened: { state: true },
    answering: { state: true },
    expanded: { state: true },
  };
  abstract readonly kind: QuestionGroupsKind<Group>;
  /** The group whose answer is being written. It is kept while the dialog closes, so that its text does not change. */
  writing: Group | null = null;
  opened = false;
  /** The question in the form of an answer that is shown as written; null while it is closed. */
  answering: string | null = null;
  /** The groups whose wordings and passages are shown. */
  expanded: ReadonlySet<string> = new Set();
  readonly #bulk = new Bulk(this);
  readonly #groups = new Resource<Page<Group>, { project: string; time: Time; offset: number }>(this, {
    key: () => ({ project: this.#project, ...this.#wanted }),
    load: async ({ project, time, offset }, signal) => {
      const from = time ? { from: new Date(Date.now() - Number(time) * DAY_MS).toISOString() } : {};
      return await this.kind.list(this.app.client, project, { limit: LIMIT, offset, ...from }, { signal });
    },
  });

  get #project(): string {
    return this.params.project ?? '';
  }

  get #wanted(): { time: Time; offset: number } {
    const query = this.app.router.current?.query;
    return {
      time: TIMES.find(({ value }) => value === query?.get('days'))?.value ?? '',
      offset: Math.max(0, Math.floor(Number(query?.get('offset') ?? 0)) || 0),
    };
  }

  readonly #at = (page: string) => `/projects/${encodeURIComponent(this.#project)}/${page}`;

  override render(): TemplateResult {
    const { time } = this.#wanted;
    const { value } = this.#groups;
    const { title, lead } = this.kind;
    const asked = (this.project?.usage.requests ?? 0) > 0;
    return html`<div class="page">
      ${pageHeader({
        title,
        lead,
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
      ${tabs(
        'Questions',
        TABS.map(({ page, label }) => ({ href: this.#at(page), label, current: page === this.kind.page })),
      )}
      ${renderResource(
        this.#groups,
        (page) => (page.total === 0 ? this.kind.nothing({ time, asked, at: this.#at }) : this.#list(page)),
        { lines: 8 },
      )}
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

  #list(page: Page<Group>): TemplateResult {
    const items = this.app.removals.left(page.items);
    const order = items.map(({ id }) => id);
    const edits = may(this.project, 'editor');
    const { selection, running } = this.#bulk;
    return html`${bulkBar({
      selection,
      order,
      running,
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
        groupRow(this.#project, group, {
          face: this.kind.face,
          actions: edits ? this.#actions : null,
          box: pick(selection, group.id, order, `“${group.question}”`),
          opened: this.expanded.has(group.id),
          toggle: () => this.#toggle(group.id),
        }),
    )}</ul>
    ${pagination({ total: page.total, limit: page.limit, offset: page.offset, of: 'groups', move: (offset) => this.#go({ offset }) })}`;
  }

  #answer(group: Group | null): void {
    this.answering = group?.question ?? null;
  }

  async #saved(): Promise<void> {
    this.app.toast('Saved. The chat uses it from now on.');
    await this.#groups.reload();
  }

  #open(group: Group | null): void {
    this.opened = group !== null;
    if (group) this.writing = group;
  }

  /** The answer is searchable, so the group can be dismissed. */
  async #written({ detail }: CustomEvent<string>): Promise<void> {
    const group = this.#groups.value?.items.find(({ question }) => question === detail);
    if (group) await this.#dismiss(group).catch((error: unknown) => this.app.toast(errorMessage(error), 'bad'));
  }

  readonly #actions: GroupActions<Group> = {
    write: (group) => this.#open(group),
    menu: (group) => [
      ...(group.curated_answer_id
        ? []
        : [{ label: 'Answer word for word', icon: 'user', choose: () => this.#answer(group) } as const]),
      { label: 'Ask it in the playground', icon: 'play', choose: () => this.#ask(group) },
      { label: 'Set aside', icon: 'close', choose: () => this.#setAside([group]) },
    ],
  };

  #ask({ question }: Group): void {
    this.app.router.go(this.#at(`playground?${new URLSearchParams({ ask: question }).toString()}`));
  }

  #toggle(id: string): void {
    const expanded = new Set(this.expanded);
    if (!expanded.delete(id)) expanded.add(id);
    this.expanded = expanded;
  }

  /** Until the toast disappears, it can be undone. If the same is asked again, a group returns. */
  #setAside(groups: readonly Group[]): void {
    const project = this.#project;
    this.app.removals.add({
      ids: groups.map(({ id }) => id),
      text: `${groups.length === 1 ? 'Question' : plural(groups.length, 'question')} set aside. The conversations stay.`,
      remove: async (client) => {
        await this.#setAsideNow(client, project, groups);
        return [];
      },
      removed: () => this.isConnected && this.#groups.reload(),
      mayReturn: true,
    });
    this.#bulk.selection.set([]);
    // The pressed button has been removed with its row.
    this.renderRoot.querySelector('h1')?.focus();
  }

  #setAsideNow(client: Footnote, project: string, groups: readonly Group[]): Promise<void> {
    return setAside(client, project, groups, async () => await this.kind.list(client, project, { limit: 100 }));
  }

  #export(groups: readonly Group[]): void {
    const { name, columns } = this.kind.file;
    const values = Object.values(columns);
    const rows = groups.map((group) => csvLine(values.map((value) => value(group))));
    saveFile(new Blob([[csvLine(Object.keys(columns)), ...rows].join('')], { type: 'text/csv' }), name);
    this.app.toast(`${plural(groups.length, 'question')} exported. The file is in your browser’s downloads.`);
  }

  async #dismiss(group: Group): Promise<void> {
    await this.#setAsideNow(this.app.client, this.#project, [group]);
    await this.#groups.reload();
  }

  #go(changes: Record<string, string | number | null>): void {
    this.app.router.setQuery(changes);
    this.requestUpdate();
    scrollTo(0, 0);
  }
}
