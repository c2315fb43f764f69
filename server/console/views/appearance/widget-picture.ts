import type { WidgetImageKind } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { inlineError } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { may } from '../../parts/role.ts';
import { shared } from '../../styles/shared.ts';
import { ProjectSection } from '../project-settings/project-section.ts';
import { chooseFiles } from '../sources/files.ts';
import { fitPicture } from './fit-picture.ts';

const WORDS: Record<WidgetImageKind, { name: string; place: string }> = {
  logo: { name: 'Logo', place: 'Beside the title.' },
  avatar: { name: 'Avatar', place: 'In the greeting and beside each answer.' },
};

/** `<widget-picture .app=${…} .project=${…} kind="logo">`: a picture of the widget, dropped or chosen. Each change is saved at once. */
export class WidgetPicture extends ProjectSection {
  static override properties = { kind: {}, held: { state: true } };
  static override styles = [
    shared,
    css`
      .picture { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: var(--space-2) var(--space-4); align-items: center; padding: var(--space-3); border: 1px dashed var(--edge); border-radius: var(--round-m); }
      .picture.kept { border: 1px solid var(--line); }
      .picture.held { border: 1px dashed var(--accent); background: var(--accent-shade); }
      /* As the widget has it: on a light ground in both themes. */
      .frame { display: grid; place-items: center; block-size: 4.5rem; padding: var(--space-2); border-radius: var(--round-s); background: var(--sunk); color: var(--soft); }
      .kept .frame { background: #fff; border: 1px solid var(--line); }
      img { max-inline-size: 100%; max-block-size: 3.5rem; min-inline-size: 0; object-fit: contain; }
      .busy img { opacity: 0.4; }
      .words { display: grid; gap: 0.125rem; }
      .actions { margin-block-start: var(--space-2); }
      .picture > .error { grid-column: 1 / -1; }
      @media (max-width: 40rem) { .picture { grid-template-columns: 5rem minmax(0, 1fr); } }
    `,
  ];
  declare kind: WidgetImageKind;
  held = false;
  /** `dragenter` of a child precedes `dragleave` of its parent, so both are counted. */
  #depth = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('dragover', ignoreFiles);
    addEventListener('drop', ignoreFiles);
  }

  override disconnectedCallback(): void {
    removeEventListener('dragover', ignoreFiles);
    removeEventListener('drop', ignoreFiles);
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    const { name, place } = WORDS[this.kind];
    const image = this.project.widget_images[this.kind];
    const { busy } = this.action;
    const choice = image ? 'Replace' : 'Choose a picture';
    return html`<div class="picture ${image ? 'kept' : ''} ${this.held ? 'held' : ''} ${busy ? 'busy' : ''}" role="group" aria-label=${name}
      @dragenter=${(event: DragEvent) => this.#hold(event, 1)} @dragover=${(event: DragEvent) => this.#hold(event, 0)}
      @dragleave=${(event: DragEvent) => this.#hold(event, -1)} @drop=${this.#drop}>
      <div class="frame">${image ? html`<img src=${image.path} width=${image.width} height=${image.height} alt="">` : icon('upload', 22)}</div>
      <div class="words"><strong>${name}</strong>
        <span class="soft small" aria-live="polite">${busy ? 'Saving…' : this.held ? 'Drop it here.' : image ? place : `${place} Drop a picture here, or choose one.`}</span>
        <div class="actions"><button class="button small" type="button" aria-label="${choice}: ${name}" aria-busy=${busy} @click=${this.#choose}>${choice}</button>
          ${image ? html`<button class="button small quiet" type="button" aria-label="Remove: ${name}" ?disabled=${busy} @click=${this.#remove}>Remove</button>` : nothing}</div></div>
      ${inlineError(this.action.error())}</div>`;
  }

  #hold(event: DragEvent, step: number): void {
    if (!event.dataTransfer?.types.includes('Files') || !may(this.project, this.needs)) return;
    // So that it can be dropped here.
    event.preventDefault();
    this.#depth += step;
    this.held = this.#depth > 0;
  }

  readonly #drop = (event: DragEvent): void => {
    if (!this.held) return;
    event.preventDefault();
    this.#depth = 0;
    this.held = false;
    void this.#put(event.dataTransfer?.files[0]);
  };

  readonly #choose = async (): Promise<void> => {
    const [file] = await chooseFiles({ accept: 'image/*', multiple: false });
    await this.#put(file);
  };

  async #put(file: File | undefined): Promise<void> {
    const { client } = this.app;
    if (!file) return;
    const project = await this.action.run(async () =>
      client.projects.widget.putImage(this.project.id, this.kind, await fitPicture(file)),
    );
    if (!project) return;
    this.app.projectChanged(project);
    this.app.toast('Saved. Visitors see the picture when they open the chat.');
  }

  readonly #remove = async (): Promise<void> => {
    const project = await this.action.run(() =>
      this.app.client.projects.widget.deleteImage(this.project.id, this.kind),
    );
    if (!project) return;
    this.app.projectChanged(project);
    this.app.toast(`${WORDS[this.kind].name} removed.`);
    await this.updateComplete;
    // The button that had the focus is gone.
    this.renderRoot.querySelector<HTMLElement>('.button')?.focus();
  };
}

/** A picture that is dropped beside its place must not be opened instead of the page. */
function ignoreFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

customElements.define('widget-picture', WidgetPicture);
