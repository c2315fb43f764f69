import type { Footnote, Project } from '@footnote/sdk';
import type { Removals } from './controllers/removals.ts';
import type { Router } from './controllers/router.ts';
import type { Session } from './controllers/session.ts';

/** What every view can use. */
export interface App {
  /** The signed-in owner's API client. It ends the session when the server refuses the token, so views need not handle 401. */
  client: Footnote;
  session: Session;
  router: Router;
  /** Shows a short message for a few seconds; `bad` for a failure. */
  toast(text: string, tone?: 'good' | 'bad'): void;
  /** What the user has removed a moment ago and can still undo. Lists leave it out. */
  removals: Removals;
  /** Sets the title of the browser's tab, if the route's own title is not enough. */
  setTitle(title: string): void;
  /** Updates the project that the frame shows; null loads it again. */
  projectChanged(project: Project | null): void;
}
