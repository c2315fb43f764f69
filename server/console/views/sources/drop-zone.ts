import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { icon } from '../../parts/icon.ts';
import { shared } from '../../styles/shared.ts';
import { droppedFiles, type FoundFiles } from './files.ts';

/**
 * `<drop-zone label=… @files=${({ detail }) => …}>`: accepts files that are dropped anywhere on the page, and shows an overlay
 * while they are dragged over it. Attributes: `label` says what a drop does, `formats` which files are meant. Event `files`: a
 * `CustomEvent<FoundFiles>`.
 */
export class DropZone extends LitElement {
  static override properties = { label: {}, formats: {}, held: { state: true } };
  static override styles = [
    shared,
    css`
      .over { position: fixed; inset: 0; z-index: 25; display: grid; padding: var(--space-4); background: color-mix(in srgb, var(--paper) 82%, transparent); pointer-events: none; }
      .frame { display: grid; place-content: center; justify-items: center; gap: var(--space-2); border: 2px dashed var(--accent); border-radius: var(--round-l); background: color-mix(in srgb, var(--accent-shade) 85%, transparent); color: var(--accent-ink); text-align: center; font-size: var(--text-l); }
      .frame span { color: var(--ink); }
    `,
  ];
  label = 'Drop to add';
  formats = '';
  held = false;
  /** `dragenter` of a child precedes `dragleave` of its parent, so both are counted. */
  #depth = 0;
  readonly #listeners: Readonly<Record<string, (event: DragEvent) => void>> = {
    dragenter: (event) => this.#hold(event, 1),
    dragover: (event) => this.#hold(event, 0),
    dragleave: (event) => this.#hold(event, -1),
    drop: (event) => void this.#drop(event),
  };

  override connectedCallback(): void {
    super.connectedCallback();
    for (const [name, listener] of Object.entries(this.#listeners)) addEventListener(name, listener as EventListener);
  }

  override disconnectedCallback(): void {
    for (const [name, listener] of Object.entries(this.#listeners))
      removeEventListener(name, listener as EventListener);
    super.disconnectedCallback();
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.held) return nothing;
    return html`<div class="over"><div class="frame">${icon('upload', 32)}<strong>${this.label}</strong><span>${this.formats}</span></div></div>`;
  }

  #hold(event: DragEvent, step: number): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser opens the file.
    event.preventDefault();
    this.#depth += step;
    this.held = this.#depth > 0;
  }

  async #drop(event: DragEvent): Promise<void> {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.#depth = 0;
    this.held = false;
    const detail = await droppedFiles(event.dataTransfer);
    this.dispatchEvent(new CustomEvent<FoundFiles>('files', { detail }));
  }
}

customElements.define('drop-zone', DropZone);
