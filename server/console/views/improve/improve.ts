import type { CuratedAnswer, Footnote } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Bulk } from '../../controllers/bulk.ts';
import { Resource } from '../../controllers/resource.ts';
import { errorMessage, formatCount, plural } from '../../format.ts';
import { answerTextStyles } from '../../parts/answer-text.ts';
import { bulkBar, bulkStyles, pick } from '../../parts/bulk-bar.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { icon } from '../../parts/icon.ts';
import type { MenuItem } from '../../parts/menu.ts';
import { may } from '../../parts/role.ts';
import { csvLine, saveFile } from '../../parts/save-file.ts';
import { emptyState, notice, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import '../answers/answer-form.ts';
import '../answers/write-answer.ts';
import './assign-handover.ts';
import { markAsSeen } from './kinds/feedback.ts';
import { KINDS, kindNamed, usualChoice } from './kinds/kinds.ts';
import { keyOf, type QueueItem, type QueueKind, type QueuePage, type QueueTools } from './queue.ts';
import { type ItemActions, queueRow, queueRowStyles } from './queue-row.ts';

const LIMIT = 20;
/** The first page of each kind, in the order of the queue. */
type Queue = readonly { kind: QueueKind; page: QueuePage }[];

/** `/projects/{id}/improve`: everything that asks for the owner's attention in one queue, or one kind of it. */
export class ImproveView extends View {
  static override styles = [
    shared,
    segmentedControlStyles,
    bulkStyles,
    queueRowStyles,
    answerTextStyles,
    css`
      .tabs b { padding: 0 0.375rem; border-radius: 99px; background: var(--sunk); font-size: var(--text-xs); font-variant-numeric: tabular-nums; }
      .rest { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-4); }
    `,
  ];
  static override properties = {
    writing: { state: true },
    opened: { state: true },
    answering: { state: true },
    expanded: { state: true },
    assigning: { state: true },
    finding: { state: true },
  };
  /** The item for which a source is being written. It is kept while the dialog closes, so that its text does not change. */
  writing: QueueItem | null = null;
  opened = false;
  /** The item that is answered in the owner's words; null while the form is closed. */
  answering: QueueItem | null = null;
  expanded: ReadonlySet<string> = new Set();
  assigning: { id: string; assignee: string | null } | null = null;
  /** The key of the item whose source is being looked for. */
  finding = '';
  readonly #bulk = new Bulk(this);
  readonly #queue = new Resource<Queue, string>(this, {
    key: () => this.params.project ?? null,
    load: (_, signal) =>
      Promise.all(
        KINDS.map(async (kind) => ({
          kind,
          page: await kind.load(
            this.#tools,
            { choice: usualChoice(kind), pressing: true, limit: LIMIT, offset: 0 },
            signal,
          ),
        })),
      ),
  });
  /** The kind that is listed alone. */
  readonly #chosen = new Resource<QueuePage, { name: string; choice: string; offset: number }>(this, {
    key: () => {
      const { kind, choice, offset } = this.#wanted;
      return kind && { name: kind.name, choice, offset };
    },
    load: ({ name, choice, offset }, signal) =>
      kindNamed(name).load(this.#tools, { choice, pressing: false, limit: LIMIT, offset }, signal),
  });

  get #tools(): QueueTools {
    return { client: this.app.client, projectId: this.params.project ?? '', at: this.#at };
  }

  get #wanted(): { kind: QueueKind | null; choice: string; offset: number } {
    const query = this.app.router.current?.query;
    const kind = KINDS.find(({ name }) => name === query?.get('kind')) ?? null;
    // As links in mails have it.
    const given = query?.get('show') ?? query?.get('days') ?? query?.get('status') ?? '';
    const choice = kind?.choice?.options.find(({ value }) => value === given)?.value ?? (kind ? usualChoice(kind) : '');
    return { kind, choice, offset: Math.max(0, Math.floor(Number(query?.get('offset') ?? 0)) || 0) };
  }

  readonly #at = (page: string) => `/projects/${encodeURIComponent(this.params.project ?? '')}/${page}`;

  override render(): TemplateResult {
    const { kind, choice } = this.#wanted;
    return html`<div class="page">
      ${pageHeader({
        title: 'To do',
        lead: kind?.lead ?? 'Answer it, fix the document that should have answered it, or ignore it.',
        actions: kind?.choice
          ? segmentedControl({
              name: 'show',
              label: kind.choice.label,
              value: choice,
              options: kind.choice.options,
              change: (show) => this.#go({ show, days: null, status: null, offset: null }),
            })
          : nothing,
      })}
      ${this.#tabs(kind)}
      ${kind?.name === 'handover' && this.project && this.project.handover === null ? notice(html`The widget does not offer it yet. <a href=${this.#at('settings')}>Switch it on in the settings</a>`) : nothing}
      ${
        kind
          ? renderResource(
              this.#chosen,
              (page) =>
                page.total === 0
                  ? emptyState({ icon: kind.icon, ...kind.empty(choice) })
                  : html`${this.#list(page.items, plural(page.total, 'question'))}${pagination({ ...page, of: 'questions', move: (offset) => this.#go({ offset }) })}`,
              { lines: 8 },
            )
          : renderResource(this.#queue, (queue) => this.#whole(queue), { lines: 8 })
      }
      ${this.#dialogs()}
    </div>`;
  }

  #tabs(current: QueueKind | null): TemplateResult {
    const tab = (kind: QueueKind | null, count: number | undefined) =>
      html`<a href=${this.#at(kind ? `improve?kind=${kind.name}` : 'improve')} aria-current=${kind === current ? 'page' : nothing} @click=${(event: MouseEvent) => this.#choose(event, kind)}>${kind?.word ?? 'All'}${count ? html` <b>${formatCount(count)}</b>` : nothing}</a>`;
    const counts = this.#queue.value;
    return html`<nav class="tabs" aria-label="Kinds">${tab(null, undefined)}${KINDS.map((kind) => tab(kind, counts?.find((one) => one.kind === kind)?.page.total))}</nav>`;
  }

  #whole(queue: Queue): TemplateResult {
    const items = queue.flatMap(({ page }) => page.items);
    const more = queue.filter(({ page }) => page.total > page.items.length);
    if (items.length === 0) return this.#nothing();
    const total = queue.reduce((sum, { page }) => sum + page.total, 0);
    return html`${this.#list(items, plural(total, 'question'))}${
      more.length === 0
        ? nothing
        : html`<div class="rest small">${more.map(({ kind, page }) => html`<a href=${this.#at(`improve?kind=${kind.name}`)}>${kind.word}: all ${formatCount(page.total)}</a>`)}</div>`
    }`;
  }

  #nothing(): TemplateResult {
    const asked = (this.project?.usage.requests ?? 0) > 0;
    return asked
      ? emptyState({
          icon: 'check',
          title: 'Nothing to do',
          text: 'What your documents do not answer, poor ratings and handovers appear here.',
        })
      : emptyState({
          icon: 'improve',
          title: 'No questions yet',
          text: 'What your documents do not answer appears here, so that you can write the answer once.',
          action: html`<a class="button primary" href=${this.#at('playground')}>${icon('play', 16)}Ask the first one</a>`,
        });
  }

  #list(all: readonly QueueItem[], text: string): TemplateResult {
    const items = all.filter((item) => !this.app.removals.has(keyOf(item)));
    const edits = may(this.project, 'editor');
    const { selection, running } = this.#bulk;
    const order = items.map(keyOf);
    const chosen = () => items.filter((item) => selection.has(keyOf(item)));
    return html`${bulkBar({
      selection,
      order,
      running,
      text,
      actions: [
        { label: 'Export', icon: 'download', run: () => this.#export(chosen()) },
        ...(edits ? [{ label: 'Ignore', icon: 'close', run: () => this.#ignore(chosen()) } as const] : []),
      ],
    })}<ul class="list">${repeat(items, keyOf, (item) => {
      const key = keyOf(item);
      return queueRow(item, kindNamed(item.kind), {
        at: this.#at,
        actions: edits ? this.#actions(item) : null,
        box: pick(selection, key, order, `“${item.question}”`),
        opened: this.expanded.has(key),
        toggle: () => this.#toggle(key),
        busy: this.finding === key,
      });
    })}</ul>`;
  }

  #dialogs(): TemplateResult {
    const { answering } = this;
    return html`<write-answer .app=${this.app} .project=${this.params.project} .question=${this.writing?.question ?? ''} .open=${this.opened}
        @close=${() => this.#write(null)} @written=${this.#written}></write-answer>
      <answer-form .app=${this.app} .project=${this.params.project} .answer=${answering?.kind === 'review' ? (answering.answer as CuratedAnswer) : null} .question=${answering?.question ?? ''} .open=${answering !== null}
        @close=${() => this.#answer(null)} @saved=${this.#answered}></answer-form>
      <assign-handover .app=${this.app} .project=${this.params.project} .handover=${this.assigning} @close=${() => this.#assign(null)} @assigned=${this.#reload}></assign-handover>`;
  }

  #actions(item: QueueItem): ItemActions {
    return {
      answer: () => this.#answer(item),
      fix: () => void this.#fix(item),
      ignore: () => this.#ignore([item]),
      reopen: () => void this.#change(kindNamed(item.kind).ignore?.reopen?.(this.#tools, item)),
      menu: this.#menu(item),
    };
  }

  #menu(item: QueueItem): readonly MenuItem[] {
    const { visitor, kind, question, done } = item;
    const ask = `playground?${new URLSearchParams({ ask: question }).toString()}`;
    const items: readonly (MenuItem | false | undefined)[] = [
      visitor && {
        label: 'Assign',
        icon: 'person',
        choose: () => this.#assign({ id: item.id, assignee: visitor.assignee }),
      },
      visitor && { label: 'Answer word for word', icon: 'text', choose: () => this.#answer(item) },
      kind !== 'review' && { label: 'Write a source', icon: 'document', choose: () => this.#write(item) },
      kind === 'feedback' &&
        !done && {
          label: 'Mark as seen',
          icon: 'check',
          choose: () => void this.#change(markAsSeen(this.#tools, item)),
        },
      { label: 'Ask it in the playground', icon: 'play', choose: () => this.app.router.go(this.#at(ask)) },
      visitor && { label: 'Delete', icon: 'trash', danger: true, choose: () => this.#delete(item) },
    ];
    return items.flatMap((one) => one || []);
  }

  #answer(item: QueueItem | null): void {
    this.answering = item;
  }

  #assign(handover: { id: string; assignee: string | null } | null): void {
    this.assigning = handover;
  }

  #write(item: QueueItem | null): void {
    this.opened = item !== null;
    if (item) this.writing = item;
  }

  #toggle(key: string): void {
    const expanded = new Set(this.expanded);
    if (!expanded.delete(key)) expanded.add(key);
    this.expanded = expanded;
  }

  /** Leads to the source that came nearest, or that the answer cites. If there is none, one is written. */
  async #fix(item: QueueItem): Promise<void> {
    this.finding = keyOf(item);
    try {
      const source = item.sourceId ?? (await this.#citedBy(item));
      if (source) this.app.router.go(this.#at(`sources/${encodeURIComponent(source)}`));
      else this.#write(item);
    } catch (error) {
      this.app.toast(errorMessage(error), 'bad');
    }
    this.finding = '';
  }

  async #citedBy({ cited, questions: [latest] }: QueueItem): Promise<string | undefined> {
    if (!cited || !latest) return undefined;
    const { client, projectId } = this.#tools;
    for await (const message of client.conversations.messages(projectId, latest.conversation_id, { limit: 100 }))
      if (message.id === latest.message_id) return message.citations[0]?.source_id;
    return undefined;
  }

  /** Until the toast disappears, it can be undone. */
  #ignore(items: readonly QueueItem[]): void {
    const tools = this.#tools;
    for (const kind of KINDS) {
      const some = items.filter((item) => item.kind === kind.name && !item.done);
      const { ignore } = kind;
      if (some.length === 0 || !ignore) continue;
      this.#remove(some, ignore.said(some.length), (client) => ignore.act({ ...tools, client }, some));
    }
    this.#bulk.selection.set([]);
  }

  #delete(item: QueueItem): void {
    const { projectId } = this.#tools;
    this.#remove([item], `Handover of ${item.visitor?.email ?? ''} deleted.`, (client) =>
      client.projects.handovers.delete(projectId, item.id),
    );
  }

  #remove(items: readonly QueueItem[], text: string, act: (client: Footnote) => PromiseLike<unknown>): void {
    this.app.removals.add({
      ids: items.map(keyOf),
      text,
      remove: async (client) => {
        await act(client);
        return [];
      },
      removed: () => this.isConnected && this.#reload(),
      mayReturn: true,
    });
    // The pressed button has been removed with its row.
    this.renderRoot.querySelector('h1')?.focus();
  }

  readonly #answered = (): void => {
    this.app.toast('Saved. The chat shows your words from now on.');
    const { answering } = this;
    // What was reviewed has another day of review, or none.
    const settled = answering && answering.kind !== 'review' && answering.kind !== 'handover' ? answering : null;
    void this.#change(settled && this.#settle(settled));
  };

  /** The answer is searchable, so what asked for it can be ignored. */
  readonly #written = ({ detail }: CustomEvent<string>): void => {
    const { writing } = this;
    if (writing?.question === detail && !writing.visitor) void this.#change(this.#settle(writing));
  };

  #settle(item: QueueItem): PromiseLike<unknown> | undefined {
    return kindNamed(item.kind).ignore?.act(this.#tools, [item]);
  }

  async #change(done: PromiseLike<unknown> | null | undefined): Promise<void> {
    try {
      await done;
      await this.#reload();
    } catch (error) {
      this.app.toast(errorMessage(error), 'bad');
    }
  }

  readonly #reload = async (): Promise<void> => {
    await Promise.all([this.#queue.reload(), this.#chosen.reload()]);
  };

  #export(items: readonly QueueItem[]): void {
    const rows = items.map((item) =>
      csvLine([kindNamed(item.kind).word, item.question, String(item.count), item.figure?.text ?? '', item.at]),
    );
    const head = csvLine(['kind', 'question', 'count', 'figure', 'last_asked_at']);
    saveFile(new Blob([[head, ...rows].join('')], { type: 'text/csv' }), 'questions.csv');
    this.app.toast(`${plural(items.length, 'question')} exported. The file is in your browser’s downloads.`);
  }

  /** Without making the page again, so that the counts stay. */
  #choose(event: MouseEvent, kind: QueueKind | null): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.#bulk.selection.set([]);
    this.#go({ kind: kind?.name ?? null, show: null, days: null, status: null, offset: null });
  }

  #go(changes: Record<string, string | number | null>): void {
    this.app.router.setQuery(changes);
    this.requestUpdate();
    scrollTo(0, 0);
  }
}

customElements.define('view-improve', ImproveView);
