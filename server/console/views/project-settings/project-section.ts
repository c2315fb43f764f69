import type { Project, UpdateProjectRequest } from '@footnote/sdk';
import { type CSSResultGroup, html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { Unsaved } from '../../controllers/unsaved.ts';
import { settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { may, reasonFor } from '../../parts/role.ts';
import { shared } from '../../styles/shared.ts';

/** A section of a project's settings, saved separately. */
export abstract class ProjectSection extends LitElement {
  static override properties: PropertyDeclarations = {
    app: { attribute: false },
    project: { attribute: false },
    draft: { state: true },
  };
  static override styles: CSSResultGroup = [shared, settingsSectionStyles];
  declare app: App;
  declare project: Project;
  /** Who may change it. */
  protected readonly needs: 'editor' | 'owner' = 'editor';
  /** The unsaved changes. */
  draft: UpdateProjectRequest = {};
  protected readonly action = new Action(this);
  readonly #unsaved = new Unsaved(this, { changed: () => this.changed, discard: () => this.discard() });

  /** Who may not change the section may still read it. */
  protected override updated(): void {
    if (may(this.project, this.needs)) return;
    for (const control of this.renderRoot.querySelectorAll<HTMLInputElement | HTMLButtonElement>(
      'input, textarea, select, button',
    ))
      control.disabled = true;
  }

  /** The value including unsaved changes. */
  protected now<Key extends keyof Project & keyof UpdateProjectRequest>(key: Key): Project[Key] {
    return (this.draft[key] ?? this.project[key]) as Project[Key];
  }

  protected change(changes: UpdateProjectRequest): void {
    this.draft = { ...this.draft, ...changes };
  }

  /** True if there are unsaved changes. */
  protected get changed(): boolean {
    return (Object.keys(this.draft) as (keyof UpdateProjectRequest)[]).some(
      (key) => JSON.stringify(this.draft[key]) !== JSON.stringify(this.project[key]),
    );
  }

  /** Discards the unsaved changes. */
  protected discard(): void {
    this.action.clear();
    this.draft = {};
  }

  /** The Save and Discard buttons, or why there are none. */
  protected saveButtons(): TemplateResult | typeof nothing {
    if (!may(this.project, this.needs))
      return this.needs === 'owner' ? html`<p class="soft small">${reasonFor('owner')}</p>` : nothing;
    return html`<div class="actions"><button class="button primary" type="submit" ?disabled=${!this.changed} aria-busy=${this.action.busy}>Save</button>
      <button class="button quiet" type="button" ?disabled=${!this.changed} @click=${this.#unsaved.discard}>Discard</button></div>`;
  }

  protected readonly submit = (event: Event): void => {
    event.preventDefault();
    if (this.changed) void this.save(this.draft);
  };

  /** Saves changes; true on success. */
  protected async save(changes: UpdateProjectRequest, message = 'Saved'): Promise<boolean> {
    const project = await this.action.run(() => this.app.client.projects.update(this.project.id, changes));
    if (!project) return false;
    // What was changed meanwhile is not saved yet.
    const isSaved = ([key, value]: [string, unknown]) => changes[key as keyof UpdateProjectRequest] === value;
    this.draft = Object.fromEntries(Object.entries(this.draft).filter((change) => !isSaved(change)));
    this.app.projectChanged(project);
    this.app.toast(message);
    return true;
  }
}
