import { WIDGET_LANGUAGES } from '@footnote/sdk';
import { html, type TemplateResult } from 'lit';
import { checkboxField, inlineError, selectField } from '../../parts/forms/field.ts';
import { languageOptions } from '../../parts/forms/language-options.ts';
import { settingsSection } from '../../parts/forms/settings-section.ts';
import { ProjectSection } from './project-section.ts';

/** The languages offered for answers: those of the widget and some more. The API accepts any BCP 47 tag. */
const ANSWER_LANGUAGES = [...new Set<string>([...WIDGET_LANGUAGES, 'pl', 'ru', 'sv', 'tr', 'uk'])];

/** `<answers-section>`: the language of answers, and whether visitors can open documents. */
export class AnswersSection extends ProjectSection {
  override render(): TemplateResult {
    const language = this.now('language');
    return settingsSection(
      'Answers',
      'The language of answers, and what visitors may open.',
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${selectField({
          name: 'language',
          label: 'Language',
          value: language,
          options: languageOptions('The language of each question', ANSWER_LANGUAGES, language),
          error: this.action.field('language'),
          change: (value) => this.change({ language: value }),
        })}
        ${checkboxField({
          name: 'originals',
          label: 'Visitors may open whole documents',
          hint: 'A citation always shows its passage in context. With this option it shows the whole document, and links to the file that you uploaded.',
          checked: this.now('open_originals'),
          change: (open_originals) => this.change({ open_originals }),
        })}
        ${inlineError(this.action.error('language'))}${this.saveButtons()}</form>`,
    );
  }
}

customElements.define('answers-section', AnswersSection);
