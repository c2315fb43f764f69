import { css, html, LitElement, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { shared } from '../styles/shared.ts';
import { icon } from './icon.ts';

/** A short message. */
interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
}

/** `<ui-toasts>`: shows short messages for a few seconds. */
export class Toasts extends LitElement {
  static override properties = { shown: { state: true } };
  static override styles = [
    shared,
    css`
      :host { position: fixed; inset: auto 0 var(--space-5); z-index: 20; display: grid; justify-items: center; gap: var(--space-2); pointer-events: none; padding-inline: var(--space-4); }
      .toast { pointer-events: auto; display: flex; align-items: center; gap: var(--space-3); padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4); border-radius: var(--round-m); background: light-dark(#1c202a, #e9ebf0); color: light-dark(#f4f5f8, #14171f); box-shadow: var(--shadow-l); animation: rise var(--calm); max-inline-size: 34rem; }
      .bad > svg { color: light-dark(#ffb3ad, #b3261e); }
      .good > svg { color: light-dark(#8fe0b2, #17693f); }
      button { color: inherit !important; }
      button:hover { background: rgb(128 128 128 / 25%) !important; }
      @keyframes rise { from { opacity: 0; transform: translateY(0.5rem); } }
    `,
  ];
  shown: readonly Toast[] = [];
  #next = 1;

  /** Shows a message for 5 seconds, or 10 if it is about a failure. */
  show(text: string, tone: Toast['tone'] = 'good'): void {
    const id = this.#next++;
    // The same message again replaces the first one.
    this.shown = [...this.shown.filter((toast) => toast.text !== text).slice(-2), { id, text, tone }];
    setTimeout(() => this.#hide(id), tone === 'bad' ? 10_000 : 5000);
  }

  override render(): TemplateResult {
    return html`<div class="stack tight" role="status">${repeat(
      this.shown,
      ({ id }) => id,
      ({
        id,
        text,
        tone,
      }) => html`<div class="toast ${tone}">${icon(tone === 'good' ? 'check' : 'alert')}<span>${text}</span>
        <button class="button quiet icon small" type="button" aria-label="Dismiss" @click=${() => this.#hide(id)}>${icon('close', 16)}</button></div>`,
    )}</div>`;
  }

  #hide(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

customElements.define('ui-toasts', Toasts);
