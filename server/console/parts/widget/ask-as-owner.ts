import type { ChatAnswer, Footnote } from '@footnote/sdk';

/** The visitor id of the owner's own conversations in this console. */
export const PLAYGROUND_VISITOR = 'playground';

/**
 * Creates a widget token for the owner. Its answers are traced, and it is valid for this console only, whatever origins the
 * project allows.
 */
export async function createOwnerToken(client: Footnote, projectId: string): Promise<string> {
  const { token } = await client.widgetTokens.create({
    project_id: projectId,
    visitor_id: PLAYGROUND_VISITOR,
    origin: location.origin,
    trace: true,
  });
  return token;
}

/** Asks one question in a new conversation. */
export async function askAsOwner(client: Footnote, projectId: string, query: string): Promise<ChatAnswer> {
  const accessToken = await createOwnerToken(client, projectId);
  return client.withOptions({ accessToken }).chat.create(projectId, { query });
}
