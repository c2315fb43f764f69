import type { Route } from './controllers/router.ts';

/** Every page of the console. server/routes/console.ts answers with the page at these addresses. */
export const ROUTES: readonly Route[] = [
  { path: '/welcome', view: 'view-welcome', load: () => import('./views/welcome.ts'), title: 'Welcome', who: 'guest' },
  { path: '/login', view: 'view-login', load: () => import('./views/login.ts'), title: 'Sign in', who: 'guest' },
  {
    path: '/projects',
    view: 'view-projects',
    load: () => import('./views/projects.ts'),
    title: 'Projects',
    who: 'owner',
  },
  ofProject('/sources', 'view-sources', () => import('./views/sources.ts'), 'Sources'),
  ofProject('/sources/:source', 'view-source', () => import('./views/source.ts'), 'Source'),
  ofProject('/playground', 'view-playground', () => import('./views/playground.ts'), 'Playground'),
  ofProject('/conversations', 'view-conversations', () => import('./views/conversations.ts'), 'Conversations'),
  ofProject(
    '/conversations/:conversation',
    'view-conversation',
    () => import('./views/conversation.ts'),
    'Conversation',
  ),
  ofProject('/unanswered', 'view-unanswered', () => import('./views/unanswered.ts'), 'Unanswered questions'),
  ofProject('/usage', 'view-usage', () => import('./views/usage.ts'), 'Usage'),
  ofProject('/widget', 'view-appearance', () => import('./views/appearance.ts'), 'Widget'),
  ofProject('/settings', 'view-project-settings', () => import('./views/project-settings.ts'), 'Settings'),
  ofProject('/keys', 'view-api-keys', () => import('./views/api-keys.ts'), 'API keys'),
  {
    path: '/settings/account',
    view: 'view-account',
    load: () => import('./views/account.ts'),
    title: 'Account',
    who: 'owner',
  },
  {
    path: '/settings/models',
    view: 'view-models',
    load: () => import('./views/models.ts'),
    title: 'Models',
    who: 'owner',
  },
  {
    path: '/settings/server',
    view: 'view-server',
    load: () => import('./views/server.ts'),
    title: 'Server',
    who: 'owner',
  },
];

/** Addresses that lead on to another one. */
export const REDIRECTS: readonly { from: RegExp; to: string }[] = [
  { from: /^\/$/, to: '/projects' },
  { from: /^\/settings\/?$/, to: '/settings/account' },
  { from: /^\/projects\/([^/]+)\/?$/, to: '/projects/$1/sources' },
];

function ofProject(path: string, view: string, load: Route['load'], title: string): Route {
  return { path: `/projects/:project${path}`, view, load, title, who: 'owner' };
}
