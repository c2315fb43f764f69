import type { Project } from '@footnote/sdk';
import { type CSSResultGroup, LitElement, type PropertyDeclarations } from 'lit';
import type { App } from './app.ts';
import type { Params } from './controllers/router.ts';
import { shared } from './styles/shared.ts';

/** What every page of the console is: an element that is made for one address, and gone with it. */
export abstract class View extends LitElement {
  static override properties: PropertyDeclarations = {
    app: { attribute: false },
    params: { attribute: false },
    project: { attribute: false },
  };
  static override styles: CSSResultGroup = shared;
  /** Set before it is connected. */
  declare app: App;
  /** Of the route: `this.params.project`. */
  declare params: Params;
  /** The project that the address names, once it is loaded; it is loaded anew whenever it changes. */
  declare project: Project | undefined;
}
