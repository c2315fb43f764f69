import type { Footnote, Project } from '@footnote/sdk';
import type { Router } from './controllers/router.ts';
import type { Session } from './controllers/session.ts';

/** What every view is given to work with. */
export interface App {
  /** Of the owner who is signed in; a refused session ends by itself, and a view need not look for that. */
  client: Footnote;
  session: Session;
  router: Router;
  /** Says for a moment what has just happened; `bad` for what went wrong. */
  toast(text: string, tone?: 'good' | 'bad'): void;
  /** Names the browser's tab after what the view shows, where the route's own title is not enough. */
  titled(title: string): void;
  /** Hands over what a project has become, or null for "ask again", so that name and guide fit. */
  projectChanged(project: Project | null): void;
}
