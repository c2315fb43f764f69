import type { Project } from '@footnote/sdk';
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { Poll } from '../../controllers/poll.ts';
import { formatDateTime, formatRelativeTime } from '../../format.ts';
import { allows, seenOrigins } from '../../parts/allowed-origin.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { shared } from '../../styles/shared.ts';

/**
 * `<widget-seen .app=${…} .project=${…}>`: on which sites the widget was seen, and what to check where it was not. Asks the server
 * again while the page is open.
 */
export class WidgetSeen extends LitElement {
  static override properties = { app: { attribute: false }, project: { attribute: false } };
  static override styles = [
    shared,
    css`
      li.site { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--space-2); align-items: center; }
      .site svg { color: var(--soft); }
      .site.seen svg { color: var(--good); }
      summary { cursor: pointer; color: var(--accent-ink); padding-block: var(--space-1); inline-size: fit-content; }
      @media (pointer: coarse) { summary { padding-block: 0.75rem; } }
      .checks { padding-block: var(--space-2); display: grid; gap: var(--space-2); padding-inline-start: 1.25rem; list-style: decimal; }
    `,
  ];
  declare app: App;
  declare project: Project;
  readonly #check = new Action(this);
  readonly #poll = new Poll(this, { active: () => true, request: (signal) => this.#ask(signal), minInterval: 6000 });

  override render(): TemplateResult {
    const { allowed_origins: allowed, widget_origins } = this.project;
    const seen = seenOrigins(this.project);
    const missing = allowed.filter((entry) => !widget_origins.some(({ origin }) => allows([entry], origin)));
    return html`<div class="stack tight">
      <div class="spread"><h3>Does it work?</h3><button class="button small" type="button" aria-busy=${this.#check.busy} @click=${this.#again}>${icon('sync', 16)}Check again</button></div>
      <div role="status"><ul class="stack tight">${seen.map(
        ({ origin, last_seen_at }) =>
          html`<li class="site seen">${icon('check', 16)}<span>Seen on <strong class="mono break">${origin}</strong> <time datetime=${last_seen_at} title=${formatDateTime(last_seen_at)}>${formatRelativeTime(last_seen_at)}</time></span></li>`,
      )}${missing.map(
        (entry) =>
          html`<li class="site">${icon('info', 16)}<span>Not seen yet on <strong class="mono break">${entry}</strong></span></li>`,
      )}${allowed.length === 0 ? html`<li class="site">${icon('info', 16)}<span>Not seen yet. Add your site under 2.</span></li>` : ''}</ul></div>
      ${inlineError(this.#check.error())}
      ${allowed.length > 0 && missing.length > 0 ? this.#checks() : ''}</div>`;
  }

  #checks(): TemplateResult {
    const { widget_access } = this.project;
    return html`<details ?open=${this.project.widget_origins.length === 0}><summary>What to check</summary><ol class="checks small">
      <li>Open the page and open the chat there once. Until then the button asks this server for nothing.</li>
      <li>No button? Look at the source of the published page: it must contain <code>widget.js</code>. Caches may still hold the page of before.</li>
      <li>The address must be the one in the list: <code>https://www.example.com</code> and <code>https://example.com</code> are two sites.</li>
      <li>The browser’s console names what was refused. A content security policy must allow <code class="break">${location.origin}</code> in <code>script-src</code> and <code>connect-src</code>.</li>
      ${widget_access === 'token' ? html`<li>Your server must answer <code>/footnote-token</code> with a token: open that address on your site.</li>` : ''}
      <li>Visitors must be able to reach this server: open <a href="/widget.js" target="_blank" rel="noopener">its widget.js</a> from another network.</li></ol></details>`;
  }

  readonly #again = async (): Promise<void> => {
    await this.#check.run(() => this.#ask());
    this.#poll.restart();
  };

  /** True if the widget has been seen again. */
  async #ask(signal?: AbortSignal): Promise<boolean> {
    const { id } = this.project;
    const project = await this.app.client.projects.retrieve(id, { signal });
    if (id !== this.project.id) return false;
    const isNew = JSON.stringify(project.widget_origins) !== JSON.stringify(this.project.widget_origins);
    if (isNew) this.app.projectChanged(project);
    // What was seen minutes ago says so.
    else this.requestUpdate();
    return isNew;
  }
}

customElements.define('widget-seen', WidgetSeen);
