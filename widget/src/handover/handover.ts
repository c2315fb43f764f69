import { APIError, Handovers, type Settings } from '@footnote/sdk';
import { nothing, type TemplateResult } from 'lit';
import { emit } from '../base/events.ts';
import type { ProjectSettings } from '../base/project-settings.ts';
import type { ConversationHost } from '../chat/conversation.ts';
import type { Strings } from '../locales/strings.ts';
import { handoverDialog } from './handover-dialog.ts';
import { handoverStrings } from './handover-strings.ts';

export { handoverStyles } from './handover.styles.ts';

/** What the element does for its form. */
export interface HandoverActions {
  api: () => Settings;
  strings: () => Strings;
  /** The language of the strings. */
  language: () => string;
  /** The project's, with what the visitor agrees to. */
  settings: () => ProjectSettings;
  /** The server's id of the conversation; null before the first answer. */
  conversationId: () => string | null;
  /** What went wrong, in words for the visitor. */
  describeFailure: (error: unknown) => Promise<string>;
}

/** The API's limit, in characters. */
const MAX_ADDRESS_LENGTH = 2048;

/** The form that hands a question over to a person. Its first opening loads it. */
export class Handover {
  readonly #host: ConversationHost;
  readonly #actions: HandoverActions;
  /** Undefined while the form is closed. */
  #question: string | undefined;
  #state: 'form' | 'sending' | 'sent' = 'form';
  #failure = '';

  constructor(host: ConversationHost, actions: HandoverActions) {
    this.#host = host;
    this.#actions = actions;
  }

  /** Opens the form with a question, which the visitor may change. */
  open(question: string): void {
    if (!this.#actions.settings().handover || !emit(this.#host, 'footnote-handover', { question })) return;
    this.#question = question;
    this.#set('form');
    void this.#host.updateComplete.then(() => {
      const dialog = this.#dialog();
      // An inert page behind it and the focus back at the end: that is the browser's.
      if (dialog && !dialog.open) dialog.showModal();
    });
  }

  render(): TemplateResult | typeof nothing {
    const form = this.#actions.settings().handover;
    if (this.#question === undefined || !form) return nothing;
    return handoverDialog({
      form,
      question: this.#question,
      state: this.#state,
      failure: this.#failure,
      strings: { ...this.#actions.strings(), ...handoverStrings(this.#actions.language()) },
      send: (given) => void this.#send(given),
      close: () => this.#dialog()?.close(),
      closed: () => {
        this.#question = undefined;
        this.#host.requestUpdate();
      },
    });
  }

  async #send(given: { email: string; question: string }): Promise<void> {
    const { api, conversationId } = this.#actions;
    const page_url =
      /^https?:/.test(location.href) && location.href.length <= MAX_ADDRESS_LENGTH ? location.href : null;
    this.#set('sending');
    try {
      const body = { ...given, consent: true, conversation_id: conversationId(), page_url } as const;
      await new Handovers(api()).create(this.#host.project, body);
      this.#set('sent');
      await this.#host.updateComplete;
      this.#dialog()?.querySelector<HTMLElement>('.handover-done button')?.focus();
    } catch (error) {
      this.#set('form', await this.#describe(error));
    }
  }

  async #describe(error: unknown): Promise<string> {
    const { tooMany, invalid } = handoverStrings(this.#actions.language());
    if (APIError.isInstance(error) && error.status === 429) return tooMany;
    if (APIError.isInstance(error) && error.code === 'invalid_request') return invalid;
    return this.#actions.describeFailure(error);
  }

  #set(state: 'form' | 'sending' | 'sent', failure = ''): void {
    this.#state = state;
    this.#failure = failure;
    this.#host.requestUpdate();
  }

  #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog.handover');
  }
}
