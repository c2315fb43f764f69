import type { Project, Role } from '@footnote/sdk';

const ORDER: readonly Role[] = ['viewer', 'editor', 'owner'];

/** What each role is called, and what it can do. */
export const ROLES: Record<Role, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'do everything, also with API keys, members and deletion' },
  editor: { label: 'Editor', may: 'change sources, answers and settings' },
  viewer: { label: 'Viewer', may: 'read everything and ask questions' },
};

/** Reports whether the signed-in user may do what needs this role in the project. False until the project is loaded. */
export const may = (project: Project | undefined, needed: Role): boolean =>
  project !== undefined && ORDER.indexOf(project.role) >= ORDER.indexOf(needed);

/** Why something cannot be changed. */
export const reasonFor = (needed: 'editor' | 'owner'): string =>
  needed === 'owner'
    ? 'Only the owner of this project can change this.'
    : 'You are a viewer of this project. Only its editors and its owner can change this.';
