import { errors } from '../platform/errors.ts';
import type { ConversationRow, ProjectRow, SourceRow, Store, UserRow } from '../store/types.ts';
import type { Credential, UserCredential } from './credentials.ts';

/**
 * The only access policy: each method returns a resource that the credential may access. Throws 404 for a resource that does
 * not exist or that the credential may not see. Routes declare which kinds of credential they accept (http/guard.ts).
 */
export interface Access {
  /** Users see the projects that they own. A key or widget token sees the project that it belongs to. */
  project(credential: Credential, projectId: string): Promise<ProjectRow>;
  source(credential: Credential, sourceId: string): Promise<SourceRow>;
  /** Owners and keys see all conversations of the project, visitors only their own. */
  conversation(credential: Credential, projectId: string, conversationId: string): Promise<ConversationRow>;
  /** The conversation that holds an answer, under the same rule. */
  answer(credential: Credential, projectId: string, messageId: string): Promise<ConversationRow>;
  /** Guards resources of the whole server. Throws 403 `operator_required` for other users: that these exist is no secret. */
  operator(credential: UserCredential): Promise<UserRow>;
}

export function createAccess(store: Pick<Store, 'projects' | 'sources' | 'conversations' | 'users'>): Access {
  async function project(credential: Credential, projectId: string): Promise<ProjectRow> {
    // A key or token names its project, so another project's id needs no look-up in the store.
    if (credential.kind !== 'user' && credential.projectId !== projectId) throw errors.notFound();
    const row = await store.projects.byId(projectId);
    if (!row || (credential.kind === 'user' && row.userId !== credential.userId)) throw errors.notFound();
    return row;
  }

  return {
    project,

    async source(credential, sourceId) {
      const row = await store.sources.byId(sourceId);
      if (!row) throw errors.notFound();
      await project(credential, row.projectId);
      return row;
    },

    async conversation(credential, projectId, conversationId) {
      await project(credential, projectId);
      return requireVisible(credential, await store.conversations.byId(projectId, conversationId));
    },

    async answer(credential, projectId, messageId) {
      await project(credential, projectId);
      return requireVisible(credential, await store.conversations.byAnswer(projectId, messageId));
    },

    async operator({ userId }) {
      const user = await store.users.byId(userId);
      if (!user) throw errors.tokenRevoked();
      if (!user.operator) throw errors.operatorRequired();
      return user;
    },
  };
}

function requireVisible(credential: Credential, row: ConversationRow | null): ConversationRow {
  if (!row || (credential.kind === 'widget' && row.visitorId !== credential.visitorId)) throw errors.notFound();
  return row;
}
