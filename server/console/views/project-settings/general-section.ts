import { html, type TemplateResult } from 'lit';
import { field, problem } from '../../parts/forms/field.ts';
import { section } from '../../parts/forms/section.ts';
import { ProjectSection } from './project-section.ts';

/** `<general-section>`: what the project is called. */
export class GeneralSection extends ProjectSection {
  override render(): TemplateResult {
    const { action } = this;
    return section(
      'Name',
      'Only you see these. The texts for visitors are on the Widget page.',
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${field({ name: 'name', label: 'Name', value: this.now('name'), required: true, maxlength: 100, error: action.field('name'), change: (name) => this.change({ name }) })}
        ${field({ name: 'description', label: 'Description', optional: true, rows: 2, value: this.now('description'), error: action.field('description'), change: (description) => this.change({ description }) })}
        ${problem(action.error('name', 'description'))}${this.saveButtons()}</form>`,
    );
  }
}

customElements.define('general-section', GeneralSection);
