import type { Conversation, Message, Page, Project } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { AfterTyping } from '../../controllers/after-typing.ts';
import { Bulk } from '../../controllers/bulk.ts';
import { Resource } from '../../controllers/resource.ts';
import { bulkBar, bulkStyles, pick } from '../../parts/bulk-bar.ts';
import { icon } from '../../parts/icon.ts';
import '../../parts/menu.ts';
import { formatDateTime, formatRelativeTime, plural } from '../../format.ts';
import { may } from '../../parts/role.ts';
import { saveFile } from '../../parts/save-file.ts';
import { emptyState, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { deleteAll, deleteConversations } from './delete.ts';
import './export-dialog.ts';
import { filterFields, isFiltered, type ListQuery, parseListQuery } from './filters.ts';
import { badges } from './visitor.ts';

const LIMIT = 25;

/** `/projects/{id}/conversations`: the conversations, with search and filters in the query string. */
export class ConversationsView extends View {
  static override styles = [
    shared,
    bulkStyles,
    css`
      .filters { display: grid; grid-template-columns: minmax(12rem, 2fr) repeat(2, minmax(8rem, 1fr)) repeat(2, 10rem); gap: var(--space-3); }
      .what { display: grid; gap: 0.25rem; }
      .about { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; }
      .question { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; }
      @media (max-width: 68rem) { .filters { grid-template-columns: repeat(2, minmax(0, 1fr)); } .words { grid-column: span 2; } .filters .field, .filters .input { min-inline-size: 0; } }
    `,
  ];
  static override properties = { exporting: { state: true } };
  exporting = false;
  readonly #bulk = new Bulk(this);
  readonly #typing = new AfterTyping(this);
  /** Changes of the query string that wait until typing ends. */
  #pending: Record<string, string | null> = {};
  readonly #list = new Resource<Page<Conversation>, ListQuery & { project: string }>(this, {
    key: () => ({ project: this.params.project ?? '', ...this.#wanted }),
    load: ({ project, filter, offset }, signal) =>
      this.app.client.conversations.list(project, { ...filter, limit: LIMIT, offset }, { signal }),
  });
  /** The previous list, shown while another one is loaded so that nothing jumps. */
  #shown: Page<Conversation> | undefined;

  get #wanted(): ListQuery {
    return parseListQuery(this.app.router.current?.query ?? new URLSearchParams());
  }

  override render(): TemplateResult {
    const { filter } = this.#wanted;
    this.#shown = this.#list.value ?? this.#shown;
    const nothingYet = this.#list.value?.total === 0 && !isFiltered(filter);
    return html`<div class="page">
      ${pageHeader({ title: 'Conversations', lead: 'Questions, answers and ratings.', actions: nothingYet ? nothing : this.#actions() })}
      ${nothingYet ? this.#nothing() : html`${filterFields(filter, (changes) => this.#look(changes))}${this.#body()}`}
      ${this.project ? this.#retention(this.project) : nothing}
      <export-conversations .app=${this.app} .project=${this.params.project} .filter=${filter} .total=${this.#shown?.total ?? 0} .open=${this.exporting} @close=${() => this.#export(false)}></export-conversations>
    </div>`;
  }

  #actions(): TemplateResult {
    return html`<button class="button" type="button" @click=${() => this.#export(true)}>${icon('download', 16)}Export</button>
      ${may(this.project, 'editor') ? this.#menu() : nothing}`;
  }

  #menu(): TemplateResult {
    return html`<ui-menu label="More" .items=${[
      {
        label: 'Delete all conversations',
        icon: 'trash' as const,
        danger: true,
        choose: () => void this.#deleteAll(),
      },
    ]}></ui-menu>`;
  }

  #body(): unknown {
    const { error } = this.#list;
    if (!error && this.#shown) return this.#page(this.#shown);
    return renderResource(this.#list, (page) => this.#page(page), { lines: 8 });
  }

  #page(page: Page<Conversation>): TemplateResult {
    const { filter } = this.#wanted;
    if (page.total === 0)
      return emptyState({
        icon: 'search',
        title: 'No matching conversations',
        text: 'Try fewer words or a longer period.',
        action: html`<button class="button" type="button" @click=${() => this.#reset()}>Show all of them</button>`,
      });
    const items = this.app.removals.left(page.items);
    const order = items.map(({ id }) => id);
    const { selection, running } = this.#bulk;
    const text = `${plural(page.total - (page.items.length - items.length), 'conversation')}${isFiltered(filter) ? ' found' : ''}`;
    const edits = may(this.project, 'editor');
    return html`${bulkBar({
      selection,
      order,
      text,
      running,
      actions: [
        { label: 'Export', icon: 'download', run: () => void this.#exportSelected(selection.of(items)) },
        ...(edits
          ? [{ label: 'Delete', icon: 'trash', danger: true, run: () => this.#delete(selection.of(items)) } as const]
          : []),
      ],
    })}
      <ul class="list" aria-busy=${this.#list.loading}>${items.map((one) => this.#row(one, order))}</ul>
      ${pagination({ total: page.total, limit: page.limit, offset: page.offset, of: 'conversations', move: (offset) => this.#move(offset) })}`;
  }

  #row(one: Conversation, order: readonly string[]): TemplateResult {
    const questions = Math.ceil(one.messages_count / 2);
    return html`<li>${pick(this.#bulk.selection, one.id, order, `“${one.title}”`)}<div class="what grow"><span class="title question"><a class="cover" href="/projects/${encodeURIComponent(one.project_id)}/conversations/${encodeURIComponent(one.id)}"><bdi>${one.title}</bdi></a></span>
        <span class="about soft small"><span><time datetime=${one.updated_at} title=${formatDateTime(one.updated_at)}>${formatRelativeTime(one.updated_at)}</time>, ${plural(questions, 'question')}</span>${badges(one)}</span></div>
      ${may(this.project, 'editor') ? html`<ui-menu class="above" label="More about “${one.title}”" .items=${[{ label: 'Delete', icon: 'trash' as const, danger: true, choose: () => this.#delete([one]) }]}></ui-menu>` : nothing}</li>`;
  }

  #nothing(): TemplateResult {
    return emptyState({
      icon: 'chat',
      title: 'No questions yet',
      text: 'Every question appears here with its answer.',
      action: html`<a class="button primary" href="/projects/${encodeURIComponent(this.params.project ?? '')}/playground">${icon('play', 16)}Ask the first one</a>`,
    });
  }

  #retention({ id, retention_days, default_retention_days }: Project): TemplateResult {
    const days = retention_days ?? default_retention_days;
    const words =
      days === null
        ? 'Conversations are kept until you delete them.'
        : `Conversations are deleted ${plural(days, 'day')} after their last message.`;
    return html`<p class="soft small">${words} <a href="/projects/${encodeURIComponent(id)}/settings">Change this in the settings</a></p>`;
  }

  #export(open: boolean): void {
    this.exporting = open;
  }

  #look(changes: Record<string, string | null>): void {
    this.#pending = { ...this.#pending, ...changes, offset: null };
    const go = () => {
      this.#query(this.#pending);
      this.#pending = {};
    };
    this.#typing.run(go, 'search' in changes ? undefined : 0);
  }

  #move(offset: number): void {
    this.#query({ offset: String(offset || '') });
    scrollTo(0, 0);
  }

  #reset(): void {
    this.#query({
      search: null,
      feedback: null,
      refused: null,
      unsure: null,
      from: null,
      to: null,
      visitor_id: null,
      offset: null,
    });
  }

  #query(changes: Record<string, string | null>): void {
    this.app.router.setQuery(changes);
    this.requestUpdate();
  }

  #delete(conversations: readonly Conversation[]): void {
    deleteConversations(this.app, conversations, () => this.isConnected && this.#list.reload());
    this.#bulk.selection.set([]);
    // The pressed button has been removed with its row.
    this.renderRoot.querySelector('h1')?.focus();
  }

  /** As JSON Lines: a line for each conversation with its messages. */
  async #exportSelected(conversations: readonly Conversation[]): Promise<void> {
    const lines = new Map<string, string>();
    const { client } = this.app;
    await this.#bulk.run(
      'Exporting',
      'could not be exported',
      conversations.map((one) => ({ id: one.id, name: one.title, one })),
      async ({ id, one }) => {
        const messages: Message[] = [];
        for await (const message of client.conversations.messages(one.project_id, id, { limit: 100 }))
          messages.push(message);
        lines.set(id, JSON.stringify({ ...one, messages }));
      },
    );
    const text = conversations.flatMap(({ id }) => lines.get(id) ?? []).join('\n');
    if (text === '') return;
    saveFile(new Blob([text, '\n'], { type: 'application/jsonl' }), 'conversations.jsonl');
    this.app.toast(`${plural(lines.size, 'conversation')} exported. The file is in your browser’s downloads.`);
  }

  async #deleteAll(): Promise<void> {
    if (!(await deleteAll(this.app, this.params.project ?? '', this.project?.name ?? ''))) return;
    this.#reset();
    await this.#list.reload();
  }
}

customElements.define('view-conversations', ConversationsView);
