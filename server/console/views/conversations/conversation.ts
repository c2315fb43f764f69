import type { Conversation, Message } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { isPlayground } from '../../parts/widget/ask-as-owner.ts';
import '../../parts/menu.ts';
import { formatDateTime, plural } from '../../format.ts';
import { may } from '../../parts/role.ts';
import { emptyState, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { deleteConversations, deleteVisitor } from './delete.ts';
import { answer, playgroundLink, question, turnStyles } from './turn.ts';
import { badges, visitorName } from './visitor.ts';

const AT_ONCE = 100;

/** The properties of a conversation. */
interface Known {
  conversation: Conversation;
  messages: readonly Message[];
}

/** `/projects/{id}/conversations/{conversation}`: a conversation with its answers and citations. */
export class ConversationView extends View {
  static override styles = [
    shared,
    turnStyles,
    css`
      .foot a { display: inline-flex; align-items: center; gap: 0.375rem; }
      .head > div:first-child { flex: 1; }
      .about { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; }
    `,
  ];
  readonly #more = new Action(this);
  readonly #known = new Resource<Known, string>(this, {
    key: () => this.params.conversation ?? null,
    load: async (id, signal) => {
      const { conversations } = this.app.client;
      const [conversation, messages] = await Promise.all([
        conversations.retrieve(this.#project, id, { signal }),
        conversations.messages(this.#project, id, { limit: AT_ONCE }, { signal }),
      ]);
      this.app.setTitle(conversation.title);
      return { conversation, messages: messages.items };
    },
  });

  get #project(): string {
    return this.params.project ?? '';
  }

  get #log(): string {
    return `/projects/${encodeURIComponent(this.#project)}/conversations`;
  }

  override render(): TemplateResult {
    const { value, error } = this.#known;
    const back = { href: this.#log, label: 'Conversations' };
    if (!value && (error as { status?: number } | null)?.status === 404)
      return html`<div class="page">${pageHeader({ title: 'Conversation', back })}
        ${emptyState({ icon: 'chat', title: 'It is no longer there', text: 'It was deleted, or it was older than this project keeps conversations.' })}</div>`;
    return html`<div class="page">
      ${pageHeader({
        title: value?.conversation.title ?? 'Conversation',
        back,
        ...(value
          ? {
              lead: this.#about(value.conversation),
              actions: may(this.project, 'editor') ? this.#menu(value.conversation) : nothing,
            }
          : {}),
      })}
      ${renderResource(this.#known, (known) => this.#turns(known), { lines: 8 })}
    </div>`;
  }

  #about(one: Conversation): TemplateResult {
    return html`<span class="about"><span>${formatDateTime(one.created_at)}, asked ${one.visitor_id && !isPlayground(one.visitor_id) ? html`by <a href="${this.#log}?${new URLSearchParams({ visitor_id: one.visitor_id }).toString()}">${visitorName(one.visitor_id)}</a>` : `${one.visitor_id ? 'by ' : ''}${visitorName(one.visitor_id)}`}</span>${badges({ ...one, visitor_id: null })}</span>`;
  }

  #menu(one: Conversation): TemplateResult {
    const visitor = one.visitor_id;
    return html`<ui-menu label="More" .items=${[
      {
        label: 'Delete this conversation',
        icon: 'trash' as const,
        danger: true,
        choose: () => {
          deleteConversations(this.app, [one]);
          this.app.router.go(this.#log, { replace: true });
        },
      },
      ...(visitor === null
        ? []
        : [
            {
              label: 'Delete all from this visitor',
              icon: 'user' as const,
              danger: true,
              choose: () => void this.#gone(deleteVisitor(this.app, one.project_id, visitor)),
            },
          ]),
    ]}></ui-menu>`;
  }

  #turns({ conversation, messages }: Known): TemplateResult {
    const left = conversation.messages_count - messages.length;
    return html`<div class="turns">${messages.map((message, at) => (message.role === 'user' ? question(message) : answer(message, this.#links(conversation, messages, at))))}</div>
      ${left > 0 ? html`<div><button class="button" type="button" aria-busy=${this.#more.busy} @click=${this.#next}>Show ${plural(Math.min(left, AT_ONCE), 'more message')}</button></div>` : nothing}
      ${inlineError(this.#more.error())}`;
  }

  #links(conversation: Conversation, messages: readonly Message[], at: number): unknown[] {
    const asked = messages[at - 1]?.text;
    const id = messages[at]?.id;
    return [
      asked ? playgroundLink(this.#project, { ask: asked }, 'Ask again in the playground') : nothing,
      isPlayground(conversation.visitor_id) && id
        ? playgroundLink(this.#project, { answer: id }, 'How this answer was made')
        : nothing,
    ];
  }

  async #next(): Promise<void> {
    const known = this.#known.value;
    if (!known) return;
    const { conversation, messages } = known;
    const page = await this.#more.run(() =>
      this.app.client.conversations.messages(this.#project, conversation.id, {
        limit: AT_ONCE,
        offset: messages.length,
      }),
    );
    if (page) this.#known.set({ conversation, messages: [...messages, ...page.items] });
  }

  async #gone(deleted: Promise<boolean>): Promise<void> {
    if (await deleted) this.app.router.go(this.#log, { replace: true });
  }
}

customElements.define('view-conversation', ConversationView);
