import type { HandoverSettings } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { checkboxField, inlineError, textField } from '../../parts/forms/field.ts';
import { settingsSection } from '../../parts/forms/settings-section.ts';
import { ProjectSection } from './project-section.ts';

const NEW: HandoverSettings = {
  consent: 'You may store my e-mail address and my question to answer me.',
  privacy_url: null,
  notify: null,
};

/** `<handover-section>`: whether and how visitors may hand questions over to a person. */
export class HandoverSection extends ProjectSection {
  override render(): TemplateResult {
    const { action } = this;
    const handover = this.draft.handover === undefined ? this.project.handover : this.#draft;
    return settingsSection(
      'Handover to a person',
      'In the empty chat and below an answer, visitors can leave their address and their question. You find them on the page To do.',
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${checkboxField({
          name: 'handover',
          label: 'Let visitors ask a person',
          checked: handover !== null,
          change: (on) => this.change({ handover: on ? (this.project.handover ?? NEW) : null }),
        })}
        ${handover === null ? nothing : this.#fields(handover)}
        ${inlineError(action.error('handover.consent', 'handover.privacy_url', 'handover.notify'))}${this.saveButtons()}</form>`,
    );
  }

  #fields({ consent, privacy_url, notify }: HandoverSettings): TemplateResult {
    const { action } = this;
    return html`${textField({
      name: 'handover.consent',
      label: 'What visitors agree to',
      value: consent,
      rows: 2,
      maxlength: 500,
      required: true,
      hint: 'Shown next to a checkbox, and stored with each question.',
      error: action.field('handover.consent'),
      change: (text) => this.#set({ consent: text }),
    })}
    ${textField({
      name: 'handover.privacy_url',
      label: 'Privacy page',
      type: 'url',
      value: privacy_url ?? '',
      optional: true,
      placeholder: 'https://www.example.com/privacy',
      maxlength: 2048,
      error: action.field('handover.privacy_url'),
      change: (text) => this.#set({ privacy_url: text.trim() || null }),
    })}
    ${textField({
      name: 'handover.notify',
      label: 'Send a mail to',
      type: 'email',
      value: notify ?? '',
      optional: true,
      hint: 'If the operator has set up a mail server. Your answer to the mail goes to the visitor.',
      maxlength: 254,
      error: action.field('handover.notify'),
      change: (text) => this.#set({ notify: text.trim() || null }),
    })}`;
  }

  get #draft(): HandoverSettings | null {
    return this.draft.handover ? { ...NEW, ...this.draft.handover } : null;
  }

  #set(changes: Partial<HandoverSettings>): void {
    this.change({ handover: { ...NEW, ...this.project.handover, ...this.#draft, ...changes } });
  }
}

customElements.define('handover-section', HandoverSection);
