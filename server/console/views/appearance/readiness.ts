import { css, html, nothing, type TemplateResult } from 'lit';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { shared } from '../../styles/shared.ts';
import { previewOrigin } from '../project-settings/origin.ts';
import { ProjectSection } from '../project-settings/project-section.ts';
import { allows } from './allowed.ts';

/** `<widget-readiness .app=${…} .project=${…}>`: what the widget needs to work on the owner's page, and how to set it up. */
export class WidgetReadiness extends ProjectSection {
  static override properties = { address: { state: true } };
  static override styles = [
    shared,
    css`
      .point { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 var(--space-3); }
      .mark { display: grid; place-items: center; inline-size: 1.625rem; block-size: 1.625rem; border-radius: 50%; background: var(--good-shade); color: var(--good); }
      .mark.open { background: var(--warn-shade); color: var(--warn); }
      .point > div { display: grid; gap: var(--space-2); padding-block-start: 0.125rem; }
      form { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--space-2); align-items: end; }
      .answer { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 0.375rem; align-items: center; }
      .answer svg { color: var(--good); }
      @media (max-width: 40rem) { form { grid-template-columns: minmax(0, 1fr); justify-items: start; } .field { inline-size: 100%; } }
    `,
  ];
  address = '';

  override render(): TemplateResult {
    return html`<div class="stack">${this.#origins()}${this.#access()}${inlineError(this.action.error())}</div>`;
  }

  #origins(): TemplateResult {
    const { allowed_origins: origins, id } = this.project;
    const none = origins.length === 0;
    return point(
      !none,
      none ? 'Allow your site' : 'Your sites are allowed',
      html`<p class="soft small">${none ? 'No site may use the widget yet. It works only in this console.' : html`Only pages of ${listed(origins)} may use it.`}
        <a href="/projects/${encodeURIComponent(id)}/settings">${none ? 'All about sites' : 'Change them'}</a></p>
      <form novalidate @submit=${this.#allow}>
        ${textField({
          name: 'address',
          label: 'Address of your page',
          value: this.address,
          placeholder: 'https://www.example.com/contact',
          change: (value) => {
            this.address = value;
          },
        })}
        ${this.#answer()}
      </form>`,
    );
  }

  #answer(): TemplateResult {
    const origin = previewOrigin(this.address)?.origin;
    const plain = origin && !origin.includes('*') ? origin : undefined;
    if (plain && allows(this.project.allowed_origins, plain)) {
      return html`<p class="answer small" role="status">${icon('check', 16)} Pages of <strong class="mono">${plain}</strong> may use it.</p>`;
    }
    return html`<button class="button" type="submit" ?disabled=${!origin} aria-busy=${this.action.busy}>Allow it</button>
      <p class="answer small soft" role="status">${origin ? html`Pages of <strong class="mono">${origin}</strong> may not use it yet.` : nothing}</p>`;
  }

  #access(): TemplateResult {
    const open = this.project.widget_access === 'public';
    return point(
      open,
      open ? 'Every visitor of your sites can ask questions' : 'Only visitors with a token can ask questions',
      html`<p class="soft small">${
        open
          ? 'Pages fetch a token by themselves, so the line above is all that a page needs.'
          : 'Your own server fetches a token with an API key and hands it to the page: right for pages behind a login. A page without such a server needs it the other way.'
      } <a href="/projects/${encodeURIComponent(this.project.id)}/settings">What this means</a></p>
      ${open ? nothing : html`<div><button class="button" type="button" aria-busy=${this.action.busy} @click=${this.#open}>Let every visitor ask</button></div>`}`,
    );
  }

  async #allow(event: Event): Promise<void> {
    event.preventDefault();
    const origin = previewOrigin(this.address)?.origin;
    if (!origin) return;
    await this.save({ allowed_origins: [...this.project.allowed_origins, origin] }, `${origin} may use the widget now`);
  }

  async #open(): Promise<void> {
    await this.save({ widget_access: 'public' }, 'Every visitor of your sites can ask questions now');
  }
}

customElements.define('widget-readiness', WidgetReadiness);

function point(done: boolean, title: string, body: TemplateResult): TemplateResult {
  return html`<div class="point"><span class="mark ${done ? '' : 'open'}">${icon(done ? 'check' : 'info', 14)}</span><div><h3>${title}</h3>${body}</div></div>`;
}

function listed(origins: readonly string[]): TemplateResult {
  const [first = ''] = origins;
  if (origins.length === 1) return html`<span class="mono break">${first}</span>`;
  return html`<span class="mono break">${first}</span> and ${origins.length - 1} more`;
}
