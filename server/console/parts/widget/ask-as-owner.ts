import type { ChatAnswer, Footnote } from '@footnote/sdk';

/** The visitor whose conversations the owner holds in this console. */
export const PLAYGROUND_VISITOR = 'playground';

/**
 * A widget token with which the owner asks: its answers keep a trace, and it holds for pages of this console alone, whatever
 * origins the project lists.
 */
export async function ownersToken(client: Footnote, projectId: string): Promise<string> {
  const { token } = await client.widgetTokens.create({
    project_id: projectId,
    visitor_id: PLAYGROUND_VISITOR,
    origin: location.origin,
    trace: true,
  });
  return token;
}

/** Asks one question, in a conversation of its own. */
export async function askAsOwner(client: Footnote, projectId: string, query: string): Promise<ChatAnswer> {
  const accessToken = await ownersToken(client, projectId);
  return client.withOptions({ accessToken }).chat.create(projectId, { query });
}
