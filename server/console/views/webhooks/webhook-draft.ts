import type { CreateWebhookRequest, Webhook, WebhookEventType } from '@footnote/sdk';
import { html, type TemplateResult } from 'lit';
import { checkboxField, inlineError, textField } from '../../parts/forms/field.ts';

/** A webhook while its form is open. */
export interface WebhookDraft {
  url: string;
  description: string;
  events: readonly WebhookEventType[];
}

/** What each event means, in the order of the form. */
export const EVENTS: readonly { event: WebhookEventType; label: string }[] = [
  { event: 'question.unanswered', label: 'A question was not answered' },
  { event: 'handover.created', label: 'A visitor asks for a person' },
  { event: 'refusals.risen', label: 'More questions go unanswered' },
  { event: 'feedback.created', label: 'A visitor rated an answer' },
  { event: 'source.failed', label: 'A source could not be read' },
  { event: 'source.completed', label: 'A source was read' },
  { event: 'sync.finished', label: 'All sources are read' },
  { event: 'budget.spent', label: 'The daily budget is used up' },
];

export const newWebhookDraft = (webhook?: Webhook): WebhookDraft => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? ['question.unanswered'],
});

export const webhookRequest = ({ url, description, events }: WebhookDraft): CreateWebhookRequest => ({
  url,
  description,
  events: [...events],
});

/** The fields of a webhook. */
export function webhookFields(given: {
  draft: WebhookDraft;
  change(draft: WebhookDraft): void;
  /** The server's message about a field. */
  error(name: string): string | null;
}): TemplateResult {
  const { draft, change, error } = given;
  const listen = (event: WebhookEventType, told: boolean) =>
    change({ ...draft, events: told ? [...draft.events, event] : draft.events.filter((one) => one !== event) });
  return html`${textField({
    name: 'url',
    label: 'Address',
    type: 'url',
    value: draft.url,
    required: true,
    focused: true,
    maxlength: 2048,
    placeholder: 'https://example.com/hooks/footnote',
    hint: 'Where messages are sent, by POST. Use https: they repeat what visitors ask.',
    change: (url) => change({ ...draft, url }),
    error: error('url'),
  })}
  ${textField({
    name: 'description',
    label: 'What is it for?',
    value: draft.description,
    optional: true,
    maxlength: 200,
    change: (description) => change({ ...draft, description }),
    error: error('description'),
  })}
  <fieldset class="events"><legend class="label">What is it told?</legend>
    ${EVENTS.map(({ event, label }) =>
      checkboxField({
        name: event,
        label,
        checked: draft.events.includes(event),
        hint: html`<span class="mono">${event}</span>`,
        change: (told) => listen(event, told),
      }),
    )}
    ${inlineError(draft.events.length === 0 && error('events') ? 'Choose at least one.' : null)}</fieldset>`;
}
