import type { Role } from '@footnote/sdk/contract';
import type { ApiError } from '../../platform/errors.ts';
import { isUnkeptId } from '../../platform/ids.ts';
import type { ConversationRow, ProjectRow, SourceRow, Store, UserRow } from '../../store/types.ts';
import { errors } from '../errors.ts';
import type { Credential, UserCredential } from './credentials.ts';

/** From the least to the most that somebody may do. */
const ROLES: readonly Role[] = ['viewer', 'editor', 'owner'];

/** Reports whether somebody with this role may do what needs another. */
export const reaches = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/**
 * The only access policy: each method returns a resource that the credential may access. Throws 404 for a resource that does
 * not exist or that the credential may not see. Routes declare which kinds of credential they accept (http/guard.ts).
 */
export type Access = ReturnType<typeof createAccess>;

export function createAccess(store: Pick<Store, 'projects' | 'members' | 'sources' | 'conversations' | 'users'>) {
  async function project(credential: Credential, projectId: string): Promise<ProjectRow> {
    // A key or token names its project, so another project's id needs no look-up in the store.
    if (credential.kind !== 'user' && credential.projectId !== projectId) throw errors.notFound();
    if (credential.kind === 'user') return (await membership(credential, projectId)).project;
    const row = await store.projects.byId(projectId);
    if (!row) throw errors.notFound();
    return row;
  }

  async function membership({ userId, needs }: UserCredential, projectId: string) {
    const row = await store.projects.byId(projectId);
    const role = row?.userId === userId ? 'owner' : await store.members.roleOf(projectId, userId);
    if (!row || role === null) throw errors.notFound();
    if (!reaches(role, needs)) throw errors.insufficientRole(role, needs);
    return { project: row, role };
  }

  return {
    /**
     * Users see the projects that they own or are members of. A key or widget token sees the project that it belongs to. Throws 403
     * `insufficient_role` for members who may see the project but not do what the route does.
     */
    project,
    /** The same, with what the user is in the project. */
    membership,

    async source(credential: Credential, sourceId: string): Promise<SourceRow> {
      const row = await store.sources.byId(sourceId);
      if (!row) throw errors.notFound();
      await project(credential, row.projectId);
      return row;
    },

    /** Members and keys see all conversations of the project, visitors only their own. Throws 404 `not_kept` for one that was not stored. */
    async conversation(credential: Credential, projectId: string, conversationId: string): Promise<ConversationRow> {
      await project(credential, projectId);
      if (isUnkeptId(conversationId)) throw errors.notKept('conversation');
      return requireVisible(credential, await store.conversations.byId(projectId, conversationId), errors.notFound);
    },

    /** The conversation that holds an answer, under the same rule. */
    async answer(credential: Credential, projectId: string, messageId: string): Promise<ConversationRow> {
      await project(credential, projectId);
      if (isUnkeptId(messageId)) throw errors.notKept('answer');
      return requireVisible(
        credential,
        await store.conversations.byAnswer(projectId, messageId),
        errors.answerNotFound,
      );
    },

    /** Guards resources of the whole server. Throws 403 `operator_required` for other users: that these exist is no secret. */
    async operator({ userId }: UserCredential): Promise<UserRow> {
      const user = await store.users.byId(userId);
      if (!user) throw errors.tokenRevoked();
      if (!user.operator) throw errors.operatorRequired();
      return user;
    },
  };
}

function requireVisible(credential: Credential, row: ConversationRow | null, missing: () => ApiError): ConversationRow {
  if (!row || (credential.kind === 'widget' && row.visitorId !== credential.visitorId)) throw missing();
  return row;
}
