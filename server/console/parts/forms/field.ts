import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { icon } from '../icon.ts';

/** A text field of a form. */
export interface TextField {
  /** Unique in its view, and the name of the field in errors of the API. */
  name: string;
  label: string;
  value: string;
  change(value: string): void;
  /** The error message, if any. */
  error?: string | null | undefined;
  hint?: TemplateResult | string;
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'search' | 'date';
  placeholder?: string;
  autocomplete?: AutoFill;
  required?: boolean;
  /** It gets the focus when the page or dialog opens. */
  focused?: boolean;
  optional?: boolean;
  disabled?: boolean;
  maxlength?: number;
  min?: number;
  max?: number;
  /** Renders a textarea with this many rows. */
  rows?: number;
}

/** A labelled text field with hint and error, associated for assistive technology. */
export function textField(given: TextField): TemplateResult {
  const { name, label, value, change, error, hint, rows } = given;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || nothing;
  const input = (event: Event) => change((event.target as HTMLInputElement).value);
  const control =
    rows === undefined
      ? html`<input class="input" id=${name} name=${name} type=${given.type ?? 'text'} dir=${given.type === undefined || given.type === 'search' ? 'auto' : nothing} .value=${live(value)} @input=${input}
          placeholder=${given.placeholder ?? nothing} autocomplete=${given.autocomplete ?? 'off'} ?required=${given.required ?? false} ?autofocus=${given.focused ?? false}
          ?disabled=${given.disabled ?? false} maxlength=${given.maxlength ?? nothing} min=${given.min ?? nothing} max=${given.max ?? nothing}
          spellcheck=${given.type === 'email' || given.type === 'url' ? 'false' : nothing}
          aria-invalid=${error ? 'true' : nothing} aria-describedby=${described}>`
      : html`<textarea class="input" id=${name} name=${name} rows=${rows} dir="auto" .value=${live(value)} @input=${input}
          placeholder=${given.placeholder ?? nothing} ?required=${given.required ?? false} ?disabled=${given.disabled ?? false}
          maxlength=${given.maxlength ?? nothing} aria-invalid=${error ? 'true' : nothing} aria-describedby=${described}></textarea>`;
  return html`<div class="field">
    <label for=${name}>${label}${given.optional ? html` <span class="optional">(optional)</span>` : nothing}</label>
    ${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : nothing}
    ${control}${inlineError(sentence(label, error), `${name}-error`)}
  </div>`;
}

/** Asks for the code of a second factor. */
export function secondFactorField(given: Pick<TextField, 'value' | 'change' | 'error'>): TemplateResult {
  return textField({
    ...given,
    name: 'code',
    label: 'Code',
    hint: 'From your authenticator app, or one of your recovery codes.',
    autocomplete: 'one-time-code',
    required: true,
    focused: true,
    maxlength: 40,
  });
}

/** A labelled select. */
export function selectField(given: {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  change(value: string): void;
  error?: string | null | undefined;
  hint?: TemplateResult | string;
  disabled?: boolean;
}): TemplateResult {
  const { name, label, value, options, change, error, hint } = given;
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || nothing;
  return html`<div class="field">
    <label for=${name}>${label}</label>
    ${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : nothing}
    <select class="input" id=${name} ?disabled=${given.disabled ?? false} aria-describedby=${described}
      aria-invalid=${error ? 'true' : nothing} @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}>
      ${options.map((one) => html`<option value=${one.value} .selected=${one.value === value}>${one.label}</option>`)}
    </select>${inlineError(sentence(label, error), `${name}-error`)}
  </div>`;
}

/** A labelled checkbox. */
export function checkboxField(given: {
  name: string;
  label: string;
  checked: boolean;
  change(checked: boolean): void;
  hint?: TemplateResult | string;
  disabled?: boolean;
}): TemplateResult {
  const { name, label, hint } = given;
  return html`<label class="check"><input type="checkbox" id=${name} .checked=${live(given.checked)} ?disabled=${given.disabled ?? false}
    aria-describedby=${hint ? `${name}-hint` : nothing}
    @change=${(event: Event) => given.change((event.target as HTMLInputElement).checked)}><span>${label}</span>
    ${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : nothing}</label>`;
}

/** An error message in red; nothing if there is none. */
export function inlineError(error: string | null | undefined, id?: string): TemplateResult | typeof nothing {
  if (!error) return nothing;
  return html`<span class="error" id=${id ?? nothing} role="alert">${icon('alert', 16)}<span>${error}</span></span>`;
}

/** Turns `must be at least 8 characters long` into a sentence about the field: "Password must be …". */
function sentence(label: string, message: string | null | undefined): string | null {
  if (!message) return null;
  const predicate = message === 'must be at least 1 characters long' ? 'is required' : message;
  const whole = /^[a-z]/.test(predicate) ? `${label} ${predicate}` : predicate;
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}
