import type { Project } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import '../../parts/code-block.ts';
import { checkboxField, textField } from '../../parts/forms/field.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { notice } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { inSingleQuotes, snippetFilter } from './snippet-filter.ts';
import { snippetSettings } from './snippet-settings.ts';

/** The widget's version and element, and the hash of its script tag; set when the console is built. */
declare const FOOTNOTE_WIDGET: string;
declare const FOOTNOTE_WIDGET_HASH: string;
/** How to install the module, with `%SERVER%` in the place of this server's address. */
declare const FOOTNOTE_WIDGET_INSTALLATION: string;

/** The ways to add the widget to a page. */
const WAYS = [
  { value: 'tag', label: 'Script tag' },
  { value: 'pinned', label: 'With a hash' },
  { value: 'module', label: 'npm' },
] as const;
type Way = (typeof WAYS)[number]['value'];

/** Where the page gets its tokens from the owner's server, unless they choose another address. */
const TOKEN_PATH = '/footnote-token';
const GET_TOKEN = `() => fetch('${TOKEN_PATH}').then((answer) => answer.text())`;

/** Explains the settings in the snippet. */
const AGAIN =
  ' It contains the look of the button, which applies until a visitor opens the chat. Copy it again when you change them.';

const VERSION = FOOTNOTE_WIDGET.split('/')[0] ?? '';

/** `<widget-snippet .project=${…}>`: the code that adds the widget to a page. */
export class WidgetSnippet extends LitElement {
  static override properties = {
    project: { attribute: false },
    way: { state: true },
    hasSearch: { state: true },
    only: { state: true },
  };
  static override styles = [
    shared,
    segmentedControlStyles,
    css`
      .segments { justify-self: start; }
      summary { cursor: pointer; font-weight: 550; padding-block: var(--space-1); inline-size: fit-content; }
      @media (pointer: coarse) { summary { padding-block: 0.75rem; } }
      .more { padding-block-start: var(--space-3); }
    `,
  ];
  declare project: Project;
  way: Way = 'tag';
  hasSearch = false;
  /** The sources that the page is about, as lines of `name=value`. */
  only = '';

  override render(): TemplateResult {
    return html`<div class="stack">${segmentedControl({
      name: 'way',
      label: 'How to add it to the page',
      value: this.way,
      options: WAYS,
      change: (way) => {
        this.way = way;
      },
    })}
      ${this.way === 'tag' ? this.#tag() : this.way === 'pinned' ? this.#pinned() : this.#module()}
      ${this.project.widget_access === 'token' ? this.#tokens() : nothing}
      <details ?open=${this.hasSearch || this.only !== ''}><summary>More for this page: search, only some sources</summary><div class="stack more">${this.#options()}</div></details></div>`;
  }

  /** They belong to the page with the snippet, not to the project: each page may have others. */
  #options(): TemplateResult {
    const parsed = snippetFilter(this.only);
    return html`${checkboxField({
      name: 'search',
      label: 'Search box',
      hint: 'Opens over the page with Ctrl-K or ⌘K, or with a button in the chat.',
      checked: this.hasSearch,
      change: (checked) => {
        this.hasSearch = checked;
      },
    })}
    ${textField({
      name: 'only',
      label: 'Only some sources',
      optional: true,
      rows: 2,
      placeholder: 'version=2',
      hint: html`For a page about one version or language of the documentation: a line <code>name=value</code> for each, such as <code>language=en</code>. This narrows what is asked and searched there; it is no access control.`,
      value: this.only,
      error: 'problem' in parsed ? parsed.problem : null,
      change: (value) => {
        this.only = value;
      },
    })}`;
  }

  #tag(): TemplateResult {
    const code = `${this.#token}<script src="${location.origin}/widget.js" data-project="${this.project.id}"${this.#attributes} async></script>`;
    return html`<ui-code wrap label="The snippet" .code=${code}></ui-code><p class="soft small">Paste it into every page that should have the chat, just before <code>&lt;/body&gt;</code>. It always loads the current version of the widget.${AGAIN}</p>`;
  }

  #pinned(): TemplateResult {
    const code = `${this.#token}<script src="${location.origin}/widget/${VERSION}/widget.js" integrity="${FOOTNOTE_WIDGET_HASH}" crossorigin="anonymous" data-project="${this.project.id}"${this.#attributes} async></script>`;
    return html`<ui-code wrap label="The snippet with a hash" .code=${code}></ui-code><p class="soft small">Browsers refuse the file if it has changed. Update the line whenever this server is updated: it then serves a new version and no longer the old one.${AGAIN}</p>`;
  }

  #module(): TemplateResult {
    const look = `\nchat.look = ${JSON.stringify(snippetSettings(this.project.widget))};`;
    const search = this.hasSearch ? '\nchat.hasSearch = true;' : '';
    const filter = this.#filter && `\nchat.filter = JSON.stringify(${this.#filter});`;
    const token = this.project.widget_access === 'token' ? `\nchat.getToken = ${GET_TOKEN};` : '';
    const code = `import '@footnote/widget/define';\n\nconst chat = document.createElement('footnote-chat');\nchat.project = '${this.project.id}';\nchat.baseUrl = '${location.origin}/v1';${look}${search}${filter}${token}\ndocument.body.append(chat);`;
    return html`<ui-code wrap label="Installing the module" code=${FOOTNOTE_WIDGET_INSTALLATION.replaceAll('%SERVER%', location.origin)}></ui-code><ui-code label="Using the module" .code=${code}></ui-code>
      <p class="soft small">In a template of your framework: <code>&lt;footnote-chat project="…" base-url="…"&gt;</code>.${AGAIN}</p>`;
  }

  #tokens(): TemplateResult {
    const code = `import { env } from 'node:process';

app.get('${TOKEN_PATH}', async (request, response) => {
  const answer = await fetch('${location.origin}/v1/tokens/widget', {
    method: 'POST',
    headers: { 'x-api-key': env.FOOTNOTE_API_KEY },
  });
  response.type('text').send((await answer.json()).token);
});`;
    return html`${notice(html`The page asks your own server at <code>${TOKEN_PATH}</code> for a token. Answer there only who is signed in. Your server gets the token with an <a href="/projects/${encodeURIComponent(this.project.id)}/keys">API key</a> with the scope “ask”, which must never be in a page. With Express:`)}
      <ui-code label="The token on your server" .code=${code}></ui-code>`;
  }

  /** What the tag has besides the project. */
  get #attributes(): string {
    const search = this.hasSearch ? ' data-search' : '';
    const filter = this.#filter && ` data-filter='${inSingleQuotes(this.#filter)}'`;
    return `${this.#look}${search}${filter}`;
  }

  /** As JSON; empty if there is none. */
  get #filter(): string {
    const parsed = snippetFilter(this.only);
    return 'filter' in parsed && parsed.filter ? JSON.stringify(parsed.filter) : '';
  }

  get #look(): string {
    return ` data-look="${snippetSettings(this.project.widget)}"`;
  }

  /** What gives the widget its tokens, before the tag that starts it; empty where it gets them by itself. */
  get #token(): string {
    if (this.project.widget_access !== 'token') return '';
    return `<script>
  document.addEventListener('footnote-ready', ({ target }) => {
    target.getToken = ${GET_TOKEN};
  });
</script>
`;
  }
}

customElements.define('widget-snippet', WidgetSnippet);
