import type { Project, WidgetConfig, WidgetSettings } from '@footnote/sdk';
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { errorMessage } from '../../format.ts';
import { createOwnerToken } from '../../parts/widget/ask-as-owner.ts';
import { shared } from '../../styles/shared.ts';
import type { PreviewCommand, PreviewEvent } from './preview-messages.ts';

/** Milliseconds after the last change of the form. */
const DEBOUNCE_MS = 150;

/** `<live-preview .app=${…} .project=${…} .settings=${…}>`: a page with the real widget and unsaved settings. */
export class LivePreview extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    settings: { attribute: false },
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
  declare project: Project;
  declare settings: WidgetSettings;
  #ready = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', this.#onMessage);
  }

  override disconnectedCallback(): void {
    removeEventListener('message', this.#onMessage);
    clearTimeout(this.#timer);
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    return html`<figure><div class="bar" aria-hidden="true"><i></i><i></i><i></i><span class="soft small">Preview</span></div>
      <iframe src="/console/preview" title="Preview of the widget"></iframe></figure>`;
  }

  protected override updated(changed: PropertyValues): void {
    const before = changed.get('project') as Project | undefined;
    const images = JSON.stringify(this.project.widget_images);
    const isChanged = changed.has('settings') || (before && JSON.stringify(before.widget_images) !== images);
    if (!this.#ready || !isChanged) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), DEBOUNCE_MS);
  }

  readonly #onMessage = ({ source, origin, data }: MessageEvent<PreviewEvent>) => {
    if (source !== this.#frame?.contentWindow || origin !== location.origin) return;
    if (data.type === 'ready') {
      this.#ready = true;
      this.#show();
    }
    if (data.type === 'token') void this.#sendToken();
  };

  #show(): void {
    const { id, widget_images, language, handover } = this.project;
    // What `GET …/widget/config` would answer after saving.
    const config: WidgetConfig = {
      widget: this.settings,
      widget_images,
      language,
      handover: handover && { consent: handover.consent, privacy_url: handover.privacy_url },
    };
    this.#post({ type: 'show', project: id, config, open: true });
  }

  async #sendToken(): Promise<void> {
    try {
      this.#post({ type: 'token', token: await createOwnerToken(this.app.client, this.project.id) });
    } catch (error) {
      this.app.toast(errorMessage(error), 'bad');
    }
  }

  #post(command: PreviewCommand): void {
    this.#frame?.contentWindow?.postMessage(command, location.origin);
  }

  get #frame(): HTMLIFrameElement | null {
    return this.renderRoot.querySelector('iframe');
  }
}

customElements.define('live-preview', LivePreview);
