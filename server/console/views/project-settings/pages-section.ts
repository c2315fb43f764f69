import { html, type TemplateResult } from 'lit';
import { checkboxField, inlineError } from '../../parts/forms/field.ts';
import { settingsSection } from '../../parts/forms/settings-section.ts';
import { ProjectSection } from './project-section.ts';

/** `<pages-section>`: whether the pages that questions are asked from are stored. */
export class PagesSection extends ProjectSection {
  override render(): TemplateResult {
    return settingsSection(
      'Pages',
      'From which pages of your website people ask. The overview counts them, and a conversation shows them.',
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${checkboxField({
          name: 'record_pages',
          label: 'Record the page of each question',
          hint: 'Its address without what follows “?” or “#”. It is deleted with the conversation. Say so on your privacy page.',
          checked: this.now('record_pages'),
          change: (record_pages) => this.change({ record_pages }),
        })}
        ${inlineError(this.action.error())}${this.saveButtons()}</form>`,
    );
  }
}

customElements.define('pages-section', PagesSection);
