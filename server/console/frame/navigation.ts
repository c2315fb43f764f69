import type { Project } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { RouteMatch } from '../controllers/router.ts';
import { type IconName, icon } from '../parts/icon.ts';
import { may } from '../parts/role.ts';

/** A page that the navigation leads to. */
export interface NavigationEntry {
  href: string;
  label: string;
  icon: IconName;
}

/** What people come for, with the pages for it. */
interface NavigationGroup {
  label: string;
  icon: IconName;
  pages: readonly NavigationEntry[];
}

const GENERAL: readonly NavigationEntry[] = [
  { href: '/projects', label: 'Projects', icon: 'folder' },
  { href: '/settings/account', label: 'Account', icon: 'user' },
];

/** For the operator of the server. */
const SERVER: NavigationGroup = {
  label: 'Server',
  icon: 'server',
  pages: [
    { href: '/settings/server', label: 'Server', icon: 'server' },
    { href: '/settings/models', label: 'Models', icon: 'models' },
    { href: '/settings/backups', label: 'Backups', icon: 'archive' },
    { href: '/settings/storage', label: 'Storage', icon: 'disk' },
    { href: '/settings/users', label: 'Users', icon: 'person' },
    { href: '/settings/audit-log', label: 'Audit log', icon: 'clock' },
  ],
};

function projectGroups(id: string, project: Project | undefined): readonly NavigationGroup[] {
  const at = (page: string) => `/projects/${encodeURIComponent(id)}/${page}`;
  return [
    {
      label: 'Usage',
      icon: 'usage',
      pages: [
        { href: at('overview'), label: 'Overview', icon: 'usage' },
        { href: at('conversations'), label: 'Conversations', icon: 'chat' },
      ],
    },
    {
      label: 'Content',
      icon: 'document',
      pages: [
        { href: at('sources'), label: 'Sources', icon: 'document' },
        { href: at('repositories'), label: 'Git repositories', icon: 'branch' },
        { href: at('playground'), label: 'Playground', icon: 'play' },
      ],
    },
    {
      label: 'Improve',
      icon: 'improve',
      pages: [
        { href: at('improve'), label: 'To do', icon: 'improve' },
        { href: at('answers'), label: 'Your answers', icon: 'text' },
        { href: at('golden-questions'), label: 'Golden questions', icon: 'star' },
      ],
    },
    { label: 'Widget', icon: 'widget', pages: [{ href: at('widget'), label: 'Widget', icon: 'widget' }] },
    { label: 'People', icon: 'people', pages: [{ href: at('members'), label: 'Members', icon: 'people' }] },
    {
      label: 'Settings',
      icon: 'settings',
      pages: [
        { href: at('settings'), label: 'General settings', icon: 'settings' },
        ...(may(project, 'owner')
          ? ([
              { href: at('keys'), label: 'API keys', icon: 'key' },
              { href: at('webhooks'), label: 'Webhooks', icon: 'send' },
            ] as const)
          : []),
      ],
    },
  ];
}

/** All pages that can be gone to from here, those of the operator apart. */
export function pagesOf(
  match: RouteMatch | null,
  project: Project | undefined,
  operator: boolean,
): { pages: readonly NavigationEntry[]; server: readonly NavigationEntry[] } {
  const id = match?.params.project;
  return {
    pages: [...(id ? projectGroups(id, project).flatMap(({ pages }) => pages) : []), ...GENERAL],
    server: operator ? SERVER.pages : [],
  };
}

/** The navigation beside the page: the groups, of which the current one shows its pages. */
export function navigation(match: RouteMatch | null, project: Project | undefined, operator: boolean): TemplateResult {
  const id = match?.params.project;
  const server = operator ? [SERVER] : [];
  if (id) return list(project?.name ?? 'Project', [...projectGroups(id, project), ...server], match);
  const general = GENERAL.map((page) => ({ ...page, pages: [page] }));
  return list('Footnote', [...general, ...server], match);
}

function list(label: string, groups: readonly NavigationGroup[], match: RouteMatch | null): TemplateResult {
  const path = match?.href.split('?')[0] ?? '';
  const isCurrent = ({ href }: NavigationEntry) => path === href || path.startsWith(`${href}/`);
  return html`<nav aria-label=${label}><ul>${groups.map((group) => {
    const { label, icon: name, pages } = group;
    const current = pages.find(isCurrent);
    const opened = current !== undefined && pages.length > 1;
    return html`<li class=${group === SERVER ? 'apart' : ''}><a class=${current ? 'within' : ''} href=${pages[0]?.href ?? ''} aria-current=${current && !opened ? 'page' : nothing}>${icon(name)}${label}</a>${
      opened
        ? html`<ul aria-label=${label}>${pages.map((page) => html`<li><a href=${page.href} aria-current=${page === current ? 'page' : nothing}>${page.label}</a></li>`)}</ul>`
        : nothing
    }</li>`;
  })}</ul></nav>`;
}
