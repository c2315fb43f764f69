import { WIDGET_LANGUAGES, type WidgetSettings } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Action } from '../../controllers/action.ts';
import { checkboxField, inlineError, selectField, type TextField, textField } from '../../parts/forms/field.ts';
import { languageOptions } from '../../parts/forms/language-options.ts';
import { widgetTextFields } from './widget-text-fields.ts';

/** The settings of the widget as the form holds them. */
export type WidgetSettingsDraft = Omit<WidgetSettings, 'suggestions'> & { suggestions: string };

/** The names of the fields, as the API's errors have them. */
export const WIDGET_SETTINGS_FIELDS = [
  'title',
  'greeting',
  'placeholder',
  'suggestions',
  'accent',
  'theme',
  'position',
  'locale',
  'contact',
  'launcher_label',
  'texts',
  'suggest',
].map((name) => `widget.${name}`);

export const widgetSettingsStyles = css`
  .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); gap: var(--space-4); }
  .colour { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--space-2); }
  .colour [type="color"] { inline-size: var(--control); block-size: var(--control); padding: 0.1875rem; border: 1px solid var(--edge); border-radius: var(--round-m); background: var(--card); cursor: pointer; }
`;

export function toDraft(look: WidgetSettings): WidgetSettingsDraft {
  return { ...look, suggestions: look.suggestions.join('\n') };
}

/** Converts the draft to settings for the API. */
export function toWidgetSettings(draft: WidgetSettingsDraft): WidgetSettings {
  const texts = draft.texts.map((one) => ({ ...one, suggestions: lines(one.suggestions.join('\n')) }));
  return { ...draft, suggestions: lines(draft.suggestions), texts };
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The fields of the form. */
export function widgetSettingsFields(
  draft: WidgetSettingsDraft,
  action: Action,
  change: (changes: Partial<WidgetSettingsDraft>) => void,
  /** What is suggested where the owner has written nothing. */
  suggested: TemplateResult,
): TemplateResult {
  const text = (
    name: keyof WidgetSettingsDraft & ('title' | 'greeting' | 'placeholder' | 'suggestions' | 'contact'),
    label: string,
    more: Partial<TextField>,
  ) =>
    textField({
      name: `widget.${name}`,
      label,
      value: draft[name],
      error: action.field(`widget.${name}`),
      change: (value) => change({ [name]: value }),
      ...more,
    });
  return html`${text('title', 'Title', { maxlength: 100, placeholder: 'Ask us anything' })}
    ${text('greeting', 'Greeting', { rows: 3, maxlength: 1000 })}
    ${text('suggestions', 'Suggested questions', { rows: 4, hint: 'One per line, at most six.' })}
    ${checkboxField({
      name: 'widget.suggest',
      label: 'Suggest questions while there are none of mine',
      hint: 'Golden questions, and headings that ask something. Only what the documents answer well.',
      checked: draft.suggest,
      change: (suggest) => change({ suggest }),
    })}${suggested}
    ${text('placeholder', 'Placeholder of the question field', { maxlength: 200 })}
    ${text('contact', 'Contact', { maxlength: 300, optional: true, placeholder: 'help@example.com', hint: 'Shown when the documents do not answer a question.' })}
    <div class="pair">${accentField(draft, action, change)}
      ${selectField({
        name: 'widget.theme',
        label: 'Theme',
        value: draft.theme,
        options: [
          { value: 'auto', label: 'Same as the visitor’s system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ],
        error: action.field('widget.theme'),
        change: (theme) => change({ theme: theme as WidgetSettingsDraft['theme'] }),
      })}
      ${selectField({
        name: 'widget.position',
        label: 'Corner',
        value: draft.position,
        options: [
          { value: 'bottom-right', label: 'Bottom right' },
          { value: 'bottom-left', label: 'Bottom left' },
        ],
        error: action.field('widget.position'),
        change: (position) => change({ position: position as WidgetSettingsDraft['position'] }),
      })}
      ${selectField({
        name: 'widget.locale',
        label: 'Language of the widget',
        value: draft.locale,
        options: languageOptions('Same as the page', WIDGET_LANGUAGES, draft.locale),
        error: action.field('widget.locale'),
        change: (locale) => change({ locale }),
      })}</div>
    ${widgetTextFields(draft, action, change)}`;
}

function accentField(
  { accent }: WidgetSettingsDraft,
  action: Action,
  change: (changes: Partial<WidgetSettingsDraft>) => void,
): TemplateResult {
  const error = action.field('widget.accent');
  const input = ({ target }: Event) => change({ accent: (target as HTMLInputElement).value.trim() });
  return html`<div class="field"><label for="widget.accent">Colour</label>
    <span class="colour"><input type="color" aria-label="Pick the colour" .value=${live(isHexColor(accent) ? accent : '#000000')} @input=${input}>
      <input class="input mono" id="widget.accent" .value=${live(accent)} @input=${input} maxlength="7" spellcheck="false" autocomplete="off"
        aria-invalid=${error ? 'true' : nothing} aria-describedby=${error ? 'accent-error' : nothing}></span>${inlineError(error, 'accent-error')}</div>`;
}

/** True for a colour that the widget accepts: `#rrggbb`. */
export const isHexColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);
