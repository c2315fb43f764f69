import { WIDGET_LANGUAGES } from '@footnote/sdk';
import { html, type TemplateResult } from 'lit';
import { check, choice, problem } from '../../parts/forms/field.ts';
import { languageOptions } from '../../parts/forms/language-options.ts';
import { section } from '../../parts/forms/section.ts';
import { ProjectSection } from './project-section.ts';

/** The languages offered for answers: those of the widget and some more. A project may have any other by its tag. */
const ANSWER_LANGUAGES = [...WIDGET_LANGUAGES, 'pl', 'ru', 'sv', 'tr', 'uk'];

/** `<answers-section>`: in which language is answered, and whether visitors see whole documents. */
export class AnswersSection extends ProjectSection {
  override render(): TemplateResult {
    const language = this.now('language');
    return section(
      'Answers',
      'The language of answers, and what visitors may open.',
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${choice({
          name: 'language',
          label: 'Language',
          value: language,
          options: languageOptions('The language of each question', ANSWER_LANGUAGES, language),
          error: this.action.field('language'),
          change: (value) => this.change({ language: value }),
        })}
        ${check({
          name: 'originals',
          label: 'Visitors may open whole documents',
          hint: 'A citation always shows its passage in context. With this option it also links to the file that you uploaded.',
          checked: this.now('open_originals'),
          change: (open_originals) => this.change({ open_originals }),
        })}
        ${problem(this.action.error('language'))}${this.saveButtons()}</form>`,
    );
  }
}

customElements.define('answers-section', AnswersSection);
