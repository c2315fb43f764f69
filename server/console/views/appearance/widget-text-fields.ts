import { WIDGET_LANGUAGES, type WidgetSettings } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { Action } from '../../controllers/action.ts';
import { checkboxField, selectField, textField } from '../../parts/forms/field.ts';
import { languageOptions } from '../../parts/forms/language-options.ts';

type Draft = Pick<WidgetSettings, 'launcher_label' | 'keep_history' | 'texts'>;
type Texts = WidgetSettings['texts'][number];

/** The words on the button, whether the history is kept, and the texts in single languages. */
export function widgetTextFields(
  draft: Draft,
  action: Action,
  change: (changes: Partial<Draft>) => void,
): TemplateResult {
  const used = new Set<string>(draft.texts.map(({ language }) => language));
  const free = WIDGET_LANGUAGES.filter((language) => !used.has(language));
  const add = (language: string) => {
    const added = { language, title: '', greeting: '', launcher_label: '', suggestions: [] } as unknown as Texts;
    if (free.some((one) => one === language)) change({ texts: [...draft.texts, added] });
  };
  return html`${textField({
    name: 'widget.launcher_label',
    label: 'Words on the button',
    optional: true,
    maxlength: 30,
    placeholder: 'Ask',
    hint: 'Empty for the icon alone.',
    value: draft.launcher_label,
    error: action.field('widget.launcher_label'),
    change: (launcher_label) => change({ launcher_label }),
  })}
  ${draft.texts.map((texts, at) => languageFields(texts, at, draft, action, change))}
  ${
    free.length > 0
      ? // What was chosen has been added: the next choice begins again.
        html`<div @change=${({ target }: Event) => {
          (target as HTMLSelectElement).value = 'auto';
        }}>${selectField({
          name: 'widget.add-language',
          label: 'Texts in another language',
          value: 'auto',
          options: languageOptions('Choose a language to add', free, 'auto'),
          error: action.field('widget.texts'),
          change: add,
        })}</div>`
      : nothing
  }
  ${checkboxField({
    name: 'widget.keep_history',
    label: 'Keep the conversation when the tab is closed',
    hint: 'In the visitor’s browser, until the visitor clears it. Otherwise it goes with the tab.',
    checked: draft.keep_history,
    change: (keep_history) => change({ keep_history }),
  })}`;
}

function languageFields(
  texts: Texts,
  at: number,
  draft: Draft,
  action: Action,
  change: (changes: Partial<Draft>) => void,
): TemplateResult {
  const set = (changes: Partial<Texts>) =>
    change({ texts: draft.texts.map((one) => (one === texts ? { ...one, ...changes } : one)) });
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(texts.language) ?? texts.language;
  const field = (key: 'title' | 'greeting' | 'launcher_label', label: string, maxlength: number) =>
    textField({
      name: `widget.texts.${at}.${key}`,
      label,
      optional: true,
      maxlength,
      value: texts[key],
      error: action.field(`widget.texts.${at}.${key}`),
      change: (value) => set({ [key]: value }),
    });
  return html`<fieldset class="stack" lang=${texts.language}><legend lang="en"><strong>${name}</strong></legend>
    ${field('title', 'Title', 100)}${field('greeting', 'Greeting', 1000)}
    ${textField({
      name: `widget.texts.${at}.suggestions`,
      label: 'Suggested questions',
      optional: true,
      rows: 3,
      hint: 'One per line, at most six. What is empty here is as above.',
      value: texts.suggestions.join('\n'),
      error: action.field(`widget.texts.${at}.suggestions`),
      change: (value) => set({ suggestions: value.split('\n') }),
    })}
    ${field('launcher_label', 'Words on the button', 30)}
    <div class="actions" lang="en"><button class="button quiet" type="button"
      @click=${() => change({ texts: draft.texts.filter((one) => one !== texts) })}>Remove ${name}</button></div>
  </fieldset>`;
}
