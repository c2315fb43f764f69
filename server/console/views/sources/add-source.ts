import type { Source } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { addressOf } from '../../parts/page-link.ts';
import { shared } from '../../styles/shared.ts';
import {
  CRAWL_FIELDS,
  type CrawlDraft,
  crawlDraft,
  crawlFields,
  crawlOptions,
  crawlStyles,
  refreshHours,
  scheduleChoice,
} from './crawl-fields.ts';

/** The kinds of sources besides files. */
export const ADDABLE = ['page', 'site', 'text'] as const;
export type Addable = (typeof ADDABLE)[number];

const WORDS = {
  page: { heading: 'Add a web page', action: 'Add the page' },
  site: { heading: 'Add a whole site', action: 'Read the site' },
  text: { heading: 'Write a text', action: 'Add the text' },
} as const;

/**
 * `<add-source .app=${…} .project=${id} .kind=${…} @added=${({ detail }) => …} @close=${…}>`: a dialog that adds a page, a
 * site or a text; closed while `kind` is null. Events: `added`, a `CustomEvent<Source>`; `close`.
 */
export class AddSource extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    kind: { attribute: false },
    url: { state: true },
    heading: { state: true },
    text: { state: true },
    hours: { state: true },
    crawl: { state: true },
  };
  static override styles = [
    shared,
    crawlStyles,
    css`
      summary { cursor: pointer; font-weight: 550; padding-block: var(--space-1); }
      details .crawl { padding-block-start: var(--space-3); }
    `,
  ];
  declare app: App;
  declare project: string;
  readonly #action = new Action(this);
  kind: Addable | null = null;
  url = '';
  heading = '';
  text = '';
  hours = '';
  crawl: CrawlDraft = crawlDraft();

  override render(): TemplateResult {
    const action = this.#action;
    const words = WORDS[this.kind ?? 'page'];
    return html`<ui-dialog asks heading=${words.heading} .open=${this.kind !== null} .locked=${action.busy} ?wide=${this.kind === 'text'} @close=${this.#close}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        ${this.kind === 'text' ? this.#textFields() : this.#addressFields()}
        ${inlineError(action.error('url', 'title', 'text', 'refresh_hours', ...CRAWL_FIELDS))}
      </form>
      <button slot="footer" class="button" type="button" ?disabled=${action.busy} @click=${this.#cancel}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${action.busy}>${words.action}</button>
    </ui-dialog>`;
  }

  #addressFields(): TemplateResult {
    const site = this.kind === 'site';
    return html`${textField({
      name: 'url',
      label: site ? 'Start address' : 'Address of the page',
      type: 'url',
      value: this.url,
      placeholder: site ? 'https://docs.example.com/' : 'https://www.example.com/help',
      hint: site
        ? 'Links and the sitemap are followed from there, within this site only. robots.txt is obeyed.'
        : 'A page that anyone can open without signing in, or a PDF or Word file on the web.',
      required: true,
      focused: true,
      error: this.#action.field('url'),
      change: (value) => {
        this.url = value;
      },
    })}
    ${scheduleChoice(this.hours, this.#action, (hours) => {
      this.hours = hours;
    })}
    ${
      site
        ? html`<details><summary>Which pages, and how many</summary><div class="stack">
            ${crawlFields(this.crawl, this.#action, (crawl) => {
              this.crawl = crawl;
            })}</div></details>`
        : nothing
    }`;
  }

  #textFields(): TemplateResult {
    return html`${textField({
      name: 'title',
      label: 'Title',
      value: this.heading,
      required: true,
      focused: true,
      maxlength: 300,
      hint: 'Visitors see it in citations.',
      error: this.#action.field('title'),
      change: (value) => {
        this.heading = value;
      },
    })}
    ${textField({
      name: 'text',
      label: 'Text',
      value: this.text,
      required: true,
      rows: 12,
      hint: 'The text is stored as it is. A blank line starts a new paragraph.',
      error: this.#action.field('text'),
      change: (value) => {
        this.text = value;
      },
    })}`;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const source = await this.#action.run(() => this.#add());
    if (!source) {
      // The invalid field may be in the closed details.
      const hidden = CRAWL_FIELDS.some((name) => this.#action.field(name));
      const details = this.renderRoot.querySelector('details');
      if (hidden && details) details.open = true;
      return;
    }
    this.#cancel();
    this.dispatchEvent(new CustomEvent<Source>('added', { detail: source }));
  }

  #add(): Promise<Source> {
    const { sources } = this.app.client;
    if (this.kind === 'text')
      return sources.addText({ project_id: this.project, title: this.heading, text: this.text });
    const crawl = this.kind === 'site' ? { crawl: crawlOptions(this.crawl) } : {};
    return sources.addUrl({
      project_id: this.project,
      url: addressOf(this.url),
      refresh_hours: refreshHours(this.hours),
      ...crawl,
    });
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  #close(): void {
    Object.assign(this, { url: '', heading: '', text: '', hours: '', crawl: crawlDraft() });
    this.#action.clear();
    this.dispatchEvent(new Event('close'));
  }
}

customElements.define('add-source', AddSource);
