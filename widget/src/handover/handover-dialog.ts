import { html, nothing, type TemplateResult } from 'lit';
import { CLOSE } from '../base/icon.ts';
import type { ProjectSettings } from '../base/project-settings.ts';
import { toolButton } from '../base/tool-button.ts';
import type { Strings } from '../locales/strings.ts';
import type { HandoverStrings } from './handover-strings.ts';

/** What the form shows and calls. */
export interface HandoverView {
  strings: Strings & HandoverStrings;
  form: NonNullable<ProjectSettings['handover']>;
  question: string;
  state: 'form' | 'sending' | 'sent';
  /** Why it was not taken; empty if it was, or was not sent yet. */
  failure: string;
  send: (given: { email: string; question: string }) => void;
  close: () => void;
  /** The dialog has been closed, by whatever means. */
  closed: () => void;
}

/** The API's limits, in characters. */
const MAX_EMAIL_LENGTH = 254;
const MAX_QUESTION_LENGTH = 4000;

/** Pages such as those of Sphinx prevent what Escape does, and the dialog would stay open. */
const keepEscape = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation();

/** The form for a person: the visitor's address, the question, and what is agreed to. */
export function handoverDialog(view: HandoverView): TemplateResult {
  const { strings, close } = view;
  return html`<dialog class="handover" part="handover" aria-labelledby="handover-title" @close=${view.closed}
    @keydown=${keepEscape} @click=${(event: Event) => event.target === event.currentTarget && close()}>
    <div class="handover-box">
      <div class="handover-head"><h2 id="handover-title">${strings.askPerson}</h2>
        ${toolButton(strings.close, CLOSE, close)}</div>
      ${view.state === 'sent' ? done(view) : fields(view)}
    </div>
  </dialog>`;
}

function fields(view: HandoverView): TemplateResult {
  const { strings, form, failure, state } = view;
  const href = webAddress(form.privacy_url);
  return html`<form class="handover-form" @submit=${(event: Event) => submit(event, view)}>
    <label>${strings.email}<input name="email" type="email" autocomplete="email" maxlength=${MAX_EMAIL_LENGTH} required autofocus></label>
    <label>${strings.question}<textarea name="question" rows="4" dir="auto" maxlength=${MAX_QUESTION_LENGTH} required
      .defaultValue=${view.question}></textarea></label>
    <label class="agree"><input name="consent" type="checkbox" required><span dir="auto">${form.consent}</span></label>
    ${href ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${strings.more}<span class="visually-hidden"> (${strings.newTab})</span></a>` : nothing}
    <p class="handover-failure" role="alert">${failure}</p>
    <button type="submit" class="retry" aria-disabled=${state === 'sending'}>${strings.send}</button>
  </form>`;
}

function done({ strings, close }: HandoverView): TemplateResult {
  return html`<div class="handover-done"><p role="status">${strings.sent}</p>
    <button type="button" class="retry" @click=${close}>${strings.close}</button></div>`;
}

/** The browser has checked the fields before, and said what is missing in its own words. */
function submit(event: Event, { state, send }: HandoverView): void {
  event.preventDefault();
  if (state === 'sending') return;
  const data = new FormData(event.target as HTMLFormElement);
  send({ email: String(data.get('email')), question: String(data.get('question')) });
}

/** The address if it is one of the web: no script may be among them. */
const webAddress = (url: string | null): string | undefined => (url && /^https?:\/\//i.test(url) ? url : undefined);
