import { css, html, LitElement, type TemplateResult } from 'lit';
import { shared } from '../styles/shared.ts';
import { type IconName, icon } from './icon.ts';

/** An entry of a menu. */
export interface MenuItem {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  choose(): void;
}

/** Distances from the list to the button and to the edge of the window, in CSS pixels. */
const GAP = 4;
const EDGE = 8;

/**
 * `<ui-menu label="More" .items=${…}>`: a button that opens a menu. Attribute `label`: the accessible name of the
 * button. Arrow keys, Home, End and Escape work as in any menu. The list is a popover, so nothing covers it.
 */
export class Menu extends LitElement {
  static override properties = { label: {}, items: { attribute: false }, open: { state: true } };
  static override styles = [
    shared,
    css`
      :host { display: inline-block; }
      [role="menu"] { position: fixed; inset: auto; margin: 0; color: inherit; min-inline-size: 12rem; padding: var(--space-1); border: 1px solid var(--line); border-radius: var(--round-m); background: var(--card); box-shadow: var(--shadow-l); }
      [role="menu"]:popover-open { display: grid; }
      [role="menuitem"] { display: flex; align-items: center; gap: var(--space-2); min-block-size: var(--control); padding: 0 var(--space-3); border: 0; border-radius: var(--round-s); background: none; color: var(--ink); font: var(--text-m) / 1.3 var(--sans); text-align: start; white-space: nowrap; cursor: pointer; }
      [role="menuitem"]:hover:not(:disabled), [role="menuitem"]:focus-visible { background: var(--hover); outline: none; }
      [role="menuitem"]:focus-visible { box-shadow: inset 0 0 0 2px var(--accent); }
      [role="menuitem"]:disabled { color: var(--soft); cursor: not-allowed; }
      .danger { color: var(--bad); }
    `,
  ];
  label = 'More';
  items: readonly MenuItem[] = [];
  open = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('click', this.#elsewhere);
    // Any ancestor may scroll.
    document.addEventListener('scroll', this.#place, true);
    window.addEventListener('resize', this.#place);
  }

  override disconnectedCallback(): void {
    document.removeEventListener('click', this.#elsewhere);
    document.removeEventListener('scroll', this.#place, true);
    window.removeEventListener('resize', this.#place);
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    return html`<button class="button quiet icon small" type="button" aria-label=${this.label} title=${this.label} aria-haspopup="menu"
        aria-expanded=${this.open} @click=${this.#toggle} @keydown=${this.#enter}>${icon('more')}</button>
      ${
        this.open
          ? html`<div role="menu" popover="manual" aria-label=${this.label} @keydown=${this.#move} @focusout=${this.#left}>${this.items.map(
              (
                item,
              ) => html`<button role="menuitem" type="button" tabindex="-1" class=${item.danger ? 'danger' : ''} ?disabled=${item.disabled ?? false}
                @click=${() => this.#choose(item)}>${item.icon ? icon(item.icon, 16) : ''}${item.label}</button>`,
            )}</div>`
          : ''
      }`;
  }

  override updated(): void {
    const list = this.#list();
    if (!list || list.matches(':popover-open')) return;
    list.showPopover();
    this.#place();
  }

  /** Positions the list below the button, or above it if there is more room, always within the window. */
  readonly #place = (): void => {
    const list = this.#list();
    const button = this.renderRoot.querySelector('button');
    if (!list || !button) return;
    const { top, bottom, right } = button.getBoundingClientRect();
    const { innerHeight } = window;
    const below = bottom + GAP;
    const above = top - GAP - list.offsetHeight;
    const fits = below + list.offsetHeight <= innerHeight - EDGE || above < EDGE;
    list.style.setProperty('left', `${Math.max(EDGE, right - list.offsetWidth)}px`);
    list.style.setProperty('top', `${fits ? below : above}px`);
  };

  readonly #elsewhere = (event: Event) => {
    if (!event.composedPath().includes(this)) this.open = false;
  };

  async #toggle(): Promise<void> {
    this.open = !this.open;
    await this.updateComplete;
    this.#buttons()[0]?.focus();
  }

  #enter(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' || this.open) return;
    event.preventDefault();
    void this.#toggle();
  }

  #choose(item: MenuItem): void {
    this.#shut();
    item.choose();
  }

  #move(event: KeyboardEvent): void {
    const buttons = this.#buttons();
    const at = buttons.indexOf(this.shadowRoot?.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') this.#shut();
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  }

  #left(event: FocusEvent): void {
    if (!this.shadowRoot?.contains(event.relatedTarget as Node | null)) this.open = false;
  }

  #shut(): void {
    this.open = false;
    this.renderRoot.querySelector('button')?.focus();
  }

  #list(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('[role="menu"]');
  }

  #buttons(): HTMLButtonElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLButtonElement>('[role="menuitem"]:not(:disabled)')];
  }
}

customElements.define('ui-menu', Menu);
