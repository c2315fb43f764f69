import type { Route } from './controllers/router.ts';

/** Every page of the console. server/routes/pages/console.ts serves these addresses. */
export const ROUTES: readonly Route[] = [
  {
    path: '/welcome',
    view: 'view-welcome',
    load: () => import('./views/account/welcome.ts'),
    title: 'Welcome',
    who: 'guest',
  },
  {
    path: '/login',
    view: 'view-login',
    load: () => import('./views/account/login.ts'),
    title: 'Sign in',
    who: 'guest',
  },
  {
    path: '/login/provider',
    view: 'view-provider-return',
    load: () => import('./views/account/provider-return.ts'),
    title: 'Sign in',
    who: 'anyone',
  },
  {
    path: '/invitation',
    view: 'view-invitation',
    load: () => import('./views/account/invitation.ts'),
    title: 'Invitation',
    who: 'anyone',
  },
  {
    path: '/reset-password',
    view: 'view-reset-password',
    load: () => import('./views/account/reset-password.ts'),
    title: 'New password',
    who: 'anyone',
  },
  {
    path: '/projects',
    view: 'view-projects',
    load: () => import('./views/projects/projects.ts'),
    title: 'Projects',
    who: 'user',
  },
  ofProject('/overview', 'view-overview', () => import('./views/overview/overview.ts'), 'Overview'),
  ofProject('/sources', 'view-sources', () => import('./views/sources/sources.ts'), 'Sources'),
  ofProject('/sources/:source', 'view-source', () => import('./views/source/source.ts'), 'Source'),
  ofProject(
    '/repositories',
    'view-repositories',
    () => import('./views/repositories/repositories.ts'),
    'Git repositories',
  ),
  ofProject(
    '/repositories/:repository',
    'view-repository',
    () => import('./views/repositories/repository.ts'),
    'Git repository',
  ),
  ofProject('/playground', 'view-playground', () => import('./views/playground/playground.ts'), 'Playground'),
  ofProject(
    '/conversations',
    'view-conversations',
    () => import('./views/conversations/conversations.ts'),
    'Conversations',
  ),
  ofProject(
    '/conversations/:conversation',
    'view-conversation',
    () => import('./views/conversations/conversation.ts'),
    'Conversation',
  ),
  ofProject('/improve', 'view-improve', () => import('./views/improve/improve.ts'), 'To do'),
  ofProject('/answers', 'view-answers', () => import('./views/answers/answers.ts'), 'Your answers'),
  ofProject(
    '/golden-questions',
    'view-golden-questions',
    () => import('./views/golden-questions/golden-questions.ts'),
    'Golden questions',
  ),
  ofProject('/widget', 'view-appearance', () => import('./views/appearance/appearance.ts'), 'Widget'),
  ofProject(
    '/settings',
    'view-project-settings',
    () => import('./views/project-settings/project-settings.ts'),
    'Settings',
  ),
  ofProject('/webhooks', 'view-webhooks', () => import('./views/webhooks/webhooks.ts'), 'Webhooks'),
  ofProject('/webhooks/:webhook', 'view-webhook', () => import('./views/webhooks/webhook.ts'), 'Webhook'),
  ofProject('/members', 'view-members', () => import('./views/members/members.ts'), 'Members'),
  ofProject('/keys', 'view-api-keys', () => import('./views/api-keys/api-keys.ts'), 'API keys'),
  {
    path: '/settings/account',
    view: 'view-account',
    load: () => import('./views/account/account.ts'),
    title: 'Account',
    who: 'user',
  },
  {
    path: '/settings/models',
    view: 'view-models',
    load: () => import('./views/server/models.ts'),
    title: 'Models',
    who: 'user',
  },
  {
    path: '/settings/users',
    view: 'view-users',
    load: () => import('./views/users/users.ts'),
    title: 'Users',
    who: 'user',
  },
  {
    path: '/settings/backups',
    view: 'view-backups',
    load: () => import('./views/backups/backups.ts'),
    title: 'Backups',
    who: 'user',
  },
  {
    path: '/settings/storage',
    view: 'view-storage',
    load: () => import('./views/storage/storage.ts'),
    title: 'Storage',
    who: 'user',
  },
  {
    path: '/settings/audit-log',
    view: 'view-server-audit-log',
    load: () => import('./views/server/audit-log.ts'),
    title: 'Audit log',
    who: 'user',
  },
  {
    path: '/settings/server',
    view: 'view-server',
    load: () => import('./views/server/server.ts'),
    title: 'Server',
    who: 'user',
  },
];

/** Redirects within the console: from earlier addresses, which mails and bookmarks have, to those of today. The query is kept. */
export const REDIRECTS: readonly { from: RegExp; to: string }[] = [
  { from: /^\/$/, to: '/projects' },
  { from: /^\/settings\/?$/, to: '/settings/account' },
  { from: /^\/projects\/([^/]+)\/?$/, to: '/projects/$1/overview' },
  { from: /^\/projects\/([^/]+)\/usage\/?$/, to: '/projects/$1/overview' },
  { from: /^\/projects\/([^/]+)\/feedback\/?$/, to: '/projects/$1/improve?kind=feedback' },
  { from: /^\/projects\/([^/]+)\/handovers\/?$/, to: '/projects/$1/improve?kind=handover' },
  { from: /^\/projects\/([^/]+)\/unanswered\/?$/, to: '/projects/$1/improve?kind=unanswered' },
  { from: /^\/projects\/([^/]+)\/unanswered\/weakest\/?$/, to: '/projects/$1/improve?kind=weak' },
];

function ofProject(path: string, view: string, load: Route['load'], title: string): Route {
  return { path: `/projects/:project${path}`, view, load, title, who: 'user' };
}
