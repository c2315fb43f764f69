import { html, type TemplateResult } from 'lit';
import { check, choice, problem } from '../../parts/field.ts';
import { section } from '../../parts/section.ts';
import { ProjectSection } from './project-section.ts';

/** What is offered by name; any other that is set already stays in the list. */
const LANGUAGES = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'hi',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'sv',
  'tr',
  'uk',
  'zh',
];

/** `<answers-section>`: in which language is answered, and whether visitors see whole documents. */
export class AnswersSection extends ProjectSection {
  override render(): TemplateResult {
    const language = this.now('language');
    const names = new Intl.DisplayNames('en', { type: 'language' });
    const offered = [...new Set([...LANGUAGES, ...(language === 'auto' ? [] : [language])])].map((value) => ({
      value,
      label: names.of(value) ?? value,
    }));
    return section(
      'Answers',
      'How visitors are answered, and what they may open.',
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${choice({
          name: 'language',
          label: 'Language',
          value: language,
          options: [
            { value: 'auto', label: 'The language of each question' },
            ...offered.sort((one, other) => one.label.localeCompare(other.label)),
          ],
          error: this.action.field('language'),
          change: (value) => this.change({ language: value }),
        })}
        ${check({
          name: 'originals',
          label: 'Visitors may open whole documents',
          hint: 'A citation always shows its passage in its surroundings. With this, it also links to the file that you uploaded.',
          checked: this.now('open_originals'),
          change: (open_originals) => this.change({ open_originals }),
        })}
        ${problem(this.action.error('language'))}${this.saveButtons()}</form>`,
    );
  }
}

customElements.define('answers-section', AnswersSection);
