import type { Project, WidgetSettings } from '@footnote/sdk';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Unsaved } from '../../controllers/unsaved.ts';
import { seenOrigins } from '../../parts/allowed-origin.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { may, reasonFor } from '../../parts/role.ts';
import { pageHeader, skeleton } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './live-preview.ts';
import { snippetSettings } from './snippet-settings.ts';
import {
  isHexColor,
  toDraft,
  toWidgetSettings,
  WIDGET_SETTINGS_FIELDS,
  type WidgetSettingsDraft,
  widgetSettingsFields,
  widgetSettingsStyles,
} from './widget-settings-form.ts';
import './snippet.ts';
import './suggested-questions.ts';
import './widget-picture.ts';
import './widget-seen.ts';
import './widget-sites.ts';
import './widget-visitors.ts';

/** `/projects/{id}/widget`: the snippet for a page, where the widget may be, who may ask, and how it looks, with a live preview. */
export class AppearanceView extends View {
  static override styles = [
    shared,
    widgetSettingsStyles,
    css`
      .page { max-inline-size: 78rem; }
      .step > .about { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 var(--space-3); align-items: center; }
      .step > .about p { grid-column: 2; }
      .mark { display: grid; place-items: center; inline-size: 1.625rem; block-size: 1.625rem; border-radius: 50%; background: var(--sunk); color: var(--soft); font-weight: 650; font-size: var(--text-s); }
      .mark.done { background: var(--good-shade); color: var(--good); }
      .inside { max-inline-size: 48rem; }
      .sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(34.5rem, 1.15fr); gap: var(--space-5); align-items: start; }
      live-preview { position: sticky; inset-block-start: var(--space-5); }
      @media (max-width: 72rem) { .sides { grid-template-columns: minmax(0, 1fr); } live-preview { position: static; } }
    `,
  ];
  static override properties = { draft: { state: true }, suggested: { state: true } };
  draft: WidgetSettingsDraft | null = null;
  /** What a chat without suggestions of the owner's shows. */
  suggested: readonly string[] = [];
  readonly #action = new Action(this);
  /** Something was changed while a request was under way. */
  #again = false;
  /** The last valid colour, shown while another one is being typed. */
  #accent = '';

  constructor() {
    super();
    // A field is saved when it is left, so only what is being typed or was refused can be lost.
    new Unsaved(this, { changed: () => this.#changed && !this.#action.busy, discard: () => this.#discard() });
  }

  protected override willUpdate(_changed: PropertyValues): void {
    if (!this.draft && this.project) this.draft = toDraft(this.project.widget);
    if (this.draft && isHexColor(this.draft.accent)) this.#accent = this.draft.accent;
  }

  override render(): TemplateResult {
    const { project, draft } = this;
    if (!project || !draft) return html`<div class="page">${pageHeader({ title: 'Widget' })}${skeleton(6)}</div>`;
    return html`<div class="page">
      ${pageHeader({ title: 'Widget', lead: 'The chat on your own pages. Each change is saved at once.' })}
      ${step(
        1,
        'Put it on your site',
        project.widget_access === 'public'
          ? 'One line in each page.'
          : 'A few lines in each page, and one address on your server.',
        html`<widget-snippet .project=${project}></widget-snippet>
          <widget-seen .app=${this.app} .project=${project}></widget-seen>`,
        seenOrigins(project).length > 0,
      )}
      ${step(
        2,
        'Where may it appear?',
        'Only pages of these sites may use the widget. This server refuses all others.',
        html`<widget-sites .app=${this.app} .project=${project}></widget-sites>`,
        project.allowed_origins.length > 0,
      )}
      ${step(3, 'Who may ask?', 'On the sites above.', html`<widget-visitors .app=${this.app} .project=${project}></widget-visitors>`)}
      <section class="stack step" aria-labelledby="step-4">${about(4, 'How does it look?', 'The preview is the real widget, with what you are typing.')}
      <div class="sides">
        <div class="stack"><section class="card stack" aria-labelledby="pictures"><div><h3 id="pictures">Logo and avatar</h3>
            <p class="soft small">PNG, JPEG, WebP or SVG.</p></div>
          <widget-picture .app=${this.app} .project=${project} kind="logo"></widget-picture>
          <widget-picture .app=${this.app} .project=${project} kind="avatar"></widget-picture></section>
        <form class="card stack" novalidate @change=${this.#save} @submit=${this.#submit}>
          ${widgetSettingsFields(
            draft,
            this.#action,
            (changes) => this.#change(changes),
            html`<suggested-questions .app=${this.app} .project=${project} @take-suggestion=${this.#take}
              @suggestions-found=${({ detail }: CustomEvent<string[]>) => {
                this.suggested = detail;
              }}></suggested-questions>`,
          )}
          ${inlineError(this.#action.error(...WIDGET_SETTINGS_FIELDS))}
          ${may(project, 'editor') ? nothing : html`<p class="soft small">${reasonFor('editor')} What you try here is not kept.</p>`}
        </form></div>
        <live-preview .app=${this.app} .project=${project} .settings=${this.#settings(draft)}></live-preview>
      </div></section></div>`;
  }

  /** Returns the same object while the settings are the same, so that the preview is not rendered again. */
  #settings(draft: WidgetSettingsDraft): WidgetSettings {
    const written = toWidgetSettings(draft);
    const hasSuggested = draft.suggest && written.suggestions.length === 0;
    const suggestions = hasSuggested ? [...this.suggested] : written.suggestions;
    const settings = { ...written, suggestions, accent: this.#accent };
    const text = JSON.stringify(settings);
    if (this.#shown?.text !== text) this.#shown = { text, settings };
    return this.#shown.settings;
  }
  #shown: { text: string; settings: WidgetSettings } | null = null;

  get #changed(): boolean {
    if (!may(this.project, 'editor')) return false;
    const { draft, project } = this;
    return !!draft && !!project && JSON.stringify(toWidgetSettings(draft)) !== JSON.stringify(project.widget);
  }

  #change(changes: Partial<WidgetSettingsDraft>): void {
    const { draft } = this;
    if (!draft) return;
    this.draft = { ...draft, ...changes };
    // The button that removes a language is no field.
    if ((changes.texts ?? draft.texts).length < draft.texts.length) void this.#save();
  }

  #discard(): void {
    this.#action.clear();
    if (this.project) this.draft = toDraft(this.project.widget);
  }

  readonly #take = ({ detail }: CustomEvent<string>): void => {
    if (!this.draft) return;
    this.#change({ suggestions: `${this.draft.suggestions.trimEnd()}\n${detail}`.trimStart() });
    void this.#save();
  };

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    void this.#save();
  };

  /** Saves what was changed, one request after the other. */
  readonly #save = async (): Promise<void> => {
    const { draft, project } = this;
    if (!draft || !project || !this.#changed) return;
    if (this.#action.busy) {
      this.#again = true;
      return;
    }
    const widget = toWidgetSettings(draft);
    const saved = await this.#action.run(() => this.app.client.projects.update(project.id, { widget }));
    if (saved) this.#saved(saved, project, widget);
    if (!this.#again) return;
    this.#again = false;
    await this.#save();
  };

  #saved(saved: Project, before: Project, sent: WidgetSettings): void {
    this.app.projectChanged(saved);
    this.project = saved;
    // What was typed meanwhile stays.
    if (this.draft && JSON.stringify(toWidgetSettings(this.draft)) === JSON.stringify(sent))
      this.draft = toDraft(saved.widget);
    const inSnippet = snippetSettings(saved.widget) !== snippetSettings(before.widget);
    this.app.toast(
      inSnippet
        ? 'Saved. Visitors see the change when they open the chat. Copy the snippet again so that the button shows it, too.'
        : 'Saved. Visitors see the change when they open the chat.',
    );
  }
}

customElements.define('view-appearance', AppearanceView);

/** The head of a step: its number, or a tick where it is done. */
function about(number: number, title: string, text: string, done = false): TemplateResult {
  return html`<div class="about"><span class="mark ${done ? 'done' : ''}" aria-hidden="true">${done ? icon('check', 14) : number}</span><h2 id="step-${number}">${title}</h2><p class="soft small">${text}</p></div>`;
}

function step(number: number, title: string, text: string, body: TemplateResult, done = false): TemplateResult {
  return html`<section class="card stack step" aria-labelledby="step-${number}">${about(number, title, text, done)}<div class="stack inside">${body}</div></section>`;
}
