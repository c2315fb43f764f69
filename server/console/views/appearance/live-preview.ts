import { PermissionDeniedError, type WidgetSettings } from '@footnote/sdk';
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { shared } from '../../styles/shared.ts';
import { inWords } from '../../words.ts';
import type { FromPreview, ToPreview } from './preview-words.ts';

/** Milliseconds after the last change of the form. */
const SETTLED = 150;

/** `<live-preview .app=${…} .project=${id} .look=${…}>`: a page with the real widget on it, as it would look. */
export class LivePreview extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    look: { attribute: false },
  };
  static override styles = [
    shared,
    css`
      figure { display: grid; border: 1px solid var(--line); border-radius: var(--round-l); overflow: hidden; background: var(--card); box-shadow: var(--shadow-s); }
      .bar { display: flex; align-items: center; gap: 0.375rem; padding: var(--space-2) var(--space-3); border-block-end: 1px solid var(--line); background: var(--shade); }
      .bar i { inline-size: 0.625rem; block-size: 0.625rem; border-radius: 50%; background: var(--line); }
      .bar span { margin-inline-start: var(--space-2); }
      iframe { display: block; inline-size: 100%; block-size: 42rem; border: 0; color-scheme: inherit; }
      @media (max-width: 40rem) { iframe { block-size: 34rem; } }
    `,
  ];
  declare app: App;
  declare project: string;
  declare look: WidgetSettings;
  #ready = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', this.#hear);
  }

  override disconnectedCallback(): void {
    removeEventListener('message', this.#hear);
    clearTimeout(this.#timer);
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    return html`<figure><div class="bar" aria-hidden="true"><i></i><i></i><i></i><span class="soft small">Preview</span></div>
      <iframe src="/console/preview" title="Preview of the widget"></iframe></figure>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (!this.#ready || !changed.has('look')) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), SETTLED);
  }

  readonly #hear = ({ source, origin, data }: MessageEvent<FromPreview>) => {
    if (source !== this.#frame?.contentWindow || origin !== location.origin) return;
    if (data.type === 'ready') {
      this.#ready = true;
      this.#show();
    }
    if (data.type === 'token') void this.#mint();
  };

  #show(): void {
    this.#tell({ type: 'show', project: this.project, look: this.look, open: true });
  }

  async #mint(): Promise<void> {
    try {
      const { token } = await this.app.client.widgetTokens.create({
        project_id: this.project,
        visitor_id: 'preview',
        origin: location.origin,
      });
      this.#tell({ type: 'token', token });
    } catch (error) {
      // Where this console is no site of the project.
      const words = 'This shows the look alone. Ask in the playground, or on your own page.';
      this.app.toast(PermissionDeniedError.isInstance(error) ? words : inWords(error), 'bad');
    }
  }

  #tell(words: ToPreview): void {
    this.#frame?.contentWindow?.postMessage(words, location.origin);
  }

  get #frame(): HTMLIFrameElement | null {
    return this.renderRoot.querySelector('iframe');
  }
}

customElements.define('live-preview', LivePreview);
