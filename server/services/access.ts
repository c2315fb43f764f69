import { errors } from '../platform/errors.ts';
import type { ConversationRow, ProjectRow, SourceRow, Store, UserRow } from '../store/types.ts';
import type { Credential, UserCredential } from './credentials.ts';

/**
 * The only policy: may this credential touch this? What it may not see is the same 404 as what does not exist. Which
 * kinds of credential a route takes at all is declared beside the route (http/guard.ts) and is 403.
 */
export interface Access {
  /** A user sees the projects they own; a key and a widget token the one project they belong to. */
  project(credential: Credential, projectId: string): Promise<ProjectRow>;
  source(credential: Credential, sourceId: string): Promise<SourceRow>;
  /** Owner and key see all conversations of the project, a visitor only their own. */
  conversation(credential: Credential, projectId: string, conversationId: string): Promise<ConversationRow>;
  /** The conversation that holds an answer, under the same rule. */
  answer(credential: Credential, projectId: string, messageId: string): Promise<ConversationRow>;
  /** For what concerns the whole server. Anybody else gets 403 `operator_required`: that there is such a thing is no secret. */
  operator(credential: UserCredential): Promise<UserRow>;
}

export function createAccess(store: Pick<Store, 'projects' | 'sources' | 'conversations' | 'users'>): Access {
  async function project(credential: Credential, projectId: string): Promise<ProjectRow> {
    // A key or token names its project itself: a foreign id is refused before the store is touched.
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
      return visible(credential, await store.conversations.byId(projectId, conversationId));
    },

    async answer(credential, projectId, messageId) {
      await project(credential, projectId);
      return visible(credential, await store.conversations.byAnswer(projectId, messageId));
    },

    async operator({ userId }) {
      const user = await store.users.byId(userId);
      if (!user) throw errors.tokenRevoked();
      if (!user.operator) throw errors.operatorRequired();
      return user;
    },
  };
}

function visible(credential: Credential, row: ConversationRow | null): ConversationRow {
  if (!row || (credential.kind === 'widget' && row.visitorId !== credential.visitorId)) throw errors.notFound();
  return row;
}
