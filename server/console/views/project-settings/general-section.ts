import { html, type TemplateResult } from 'lit';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { settingsSection } from '../../parts/forms/settings-section.ts';
import { ProjectSection } from './project-section.ts';

/** `<general-section>`: name and description of the project. */
export class GeneralSection extends ProjectSection {
  override render(): TemplateResult {
    const { action } = this;
    return settingsSection(
      'Name',
      'Only members of the project see these. The texts for visitors are on the Widget page.',
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${textField({ name: 'name', label: 'Name', value: this.now('name'), required: true, maxlength: 100, error: action.field('name'), change: (name) => this.change({ name }) })}
        ${textField({ name: 'description', label: 'Description', optional: true, rows: 2, value: this.now('description'), error: action.field('description'), change: (description) => this.change({ description }) })}
        ${inlineError(action.error('name', 'description'))}${this.saveButtons()}</form>`,
    );
  }
}

customElements.define('general-section', GeneralSection);
