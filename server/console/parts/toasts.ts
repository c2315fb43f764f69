import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { shared } from '../styles/shared.ts';
import { icon } from './icon.ts';

/** A short message. */
interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
  action?: ToastOptions['action'] | undefined;
  gone?: (() => void) | undefined;
}

/** What a toast has besides its text. */
export interface ToastOptions {
  /** A button in it. */
  action: { label: string; run(): void };
  /** Milliseconds. The time does not run while the pointer or the focus is in a toast. */
  duration: number;
  /** Called when it disappears, unless its button was pressed or `close` was called. */
  gone(): void;
}

/** How long a message is shown, in milliseconds. */
const DURATIONS = { good: 5000, bad: 10_000 } as const;
const TICK_MS = 250;

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
      .act { font-weight: 650; text-decoration: underline; text-underline-offset: 0.2em; }
      button:hover { background: rgb(128 128 128 / 25%) !important; }
      @keyframes rise { from { opacity: 0; transform: translateY(0.5rem); } }
    `,
  ];
  shown: readonly Toast[] = [];
  #next = 1;
  /** Milliseconds left for each toast. */
  readonly #left = new Map<number, number>();
  #timer: ReturnType<typeof setInterval> | undefined;

  override disconnectedCallback(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    super.disconnectedCallback();
  }

  /** Shows a message for 5 seconds, or 10 if it is about a failure, unless `options` say otherwise. */
  show(text: string, tone: Toast['tone'] = 'good', options: Partial<ToastOptions> = {}): { close(): void } {
    const id = this.#next++;
    // The same message again replaces the first one, unless that can be undone.
    for (const toast of this.shown) if (toast.text === text && !toast.action) this.#hide(toast.id);
    const { duration = DURATIONS[tone], ...rest } = options;
    this.shown = [...this.shown, { id, text, tone, ...rest }];
    this.#left.set(id, duration);
    for (const toast of this.shown.slice(0, -3)) this.#end(toast);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    return { close: () => this.#hide(id) };
  }

  override render(): TemplateResult {
    return html`<div class="stack tight" role="status">${repeat(
      this.shown,
      ({ id }) => id,
      ({
        id,
        text,
        tone,
        action,
        gone,
      }) => html`<div class="toast ${tone}">${icon(tone === 'good' ? 'check' : 'alert')}<span>${text}</span>
        ${action ? html`<button class="button quiet small act" type="button" @click=${() => this.#act(id, action)}>${action.label}</button>` : nothing}
        <button class="button quiet icon small" type="button" aria-label="Dismiss" @click=${() => this.#end({ id, gone })}>${icon('close', 16)}</button></div>`,
    )}</div>`;
  }

  /** Time runs while no one is reading. */
  #tick(): void {
    if (this.renderRoot.querySelector('.toast:hover, .toast:focus-within')) return;
    for (const toast of this.shown) {
      const left = (this.#left.get(toast.id) ?? 0) - TICK_MS;
      this.#left.set(toast.id, left);
      if (left <= 0) this.#end(toast);
    }
  }

  #act(id: number, action: ToastOptions['action']): void {
    this.#hide(id);
    action.run();
  }

  #end({ id, gone }: Pick<Toast, 'id' | 'gone'>): void {
    this.#hide(id);
    gone?.();
  }

  #hide(id: number): void {
    this.#left.delete(id);
    this.shown = this.shown.filter((toast) => toast.id !== id);
    if (this.shown.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

customElements.define('ui-toasts', Toasts);
