import { html, type TemplateResult } from 'lit';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { settingsSection } from '../../parts/forms/settings-section.ts';
import { may, reasonFor } from '../../parts/role.ts';
import { ProjectSection } from './project-section.ts';

/** `<deletion-section>`: deletes the project. */
export class DeletionSection extends ProjectSection {
  protected override readonly needs = 'owner';
  override render(): TemplateResult {
    return settingsSection(
      'Delete',
      'This is permanent. Only a backup of the server can bring it back.',
      html`<p>Its sources, keys and conversations are deleted with it, and the widget stops working on every site.</p>
        ${may(this.project, this.needs) ? html`<div><button class="button danger" type="button" @click=${this.#delete}>Delete the project…</button></div>` : html`<p class="soft small">${reasonFor(this.needs)}</p>`}`,
    );
  }

  async #delete(): Promise<void> {
    const { app, project } = this;
    const done = await confirm({
      title: `Delete ${project.name}?`,
      text: 'All of its sources, keys and conversations are deleted, and the widget stops working on every site. This cannot be undone.',
      action: 'Delete the project',
      danger: true,
      typed: project.name,
      act: () => withFreshPassword(app, () => app.client.projects.delete(project.id)),
    });
    if (!done) return;
    app.router.go('/projects');
    app.toast(`${project.name} is deleted`);
  }
}

customElements.define('deletion-section', DeletionSection);
