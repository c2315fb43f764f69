import type { Project } from '@footnote/sdk';
import { type CSSResultGroup, LitElement, type PropertyDeclarations } from 'lit';
import type { App } from './app.ts';
import type { Params } from './controllers/router.ts';
import { shared } from './styles/shared.ts';

/** The base class of all pages. A view is created for one address and removed with it. */
export abstract class View extends LitElement {
  static override properties: PropertyDeclarations = {
    app: { attribute: false },
    params: { attribute: false },
    project: { attribute: false },
  };
  static override styles: CSSResultGroup = shared;
  /** Set before it is connected. */
  declare app: App;
  /** The parameters of the route: `this.params.project`. */
  declare params: Params;
  /** The project in the address; undefined until it is loaded. */
  declare project: Project | undefined;

  /** Moves the focus to the field that a slash leads to: that of the search. */
  focusField(): void {
    this.renderRoot.querySelector<HTMLElement>('input[type="search"]')?.focus();
  }
}
