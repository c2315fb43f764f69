import type { ChatAnswer, Footnote } from '@footnote/sdk';

/** Whether the visitor is a member in the playground. Each has conversations of their own; they once shared `playground`. */
export const isPlayground = (visitorId: string | null): boolean => /^playground(?:-usr_|$)/.test(visitorId ?? '');

/**
 * Creates a widget token for the member who is signed in. Its answers are traced, and it is valid for this console only, whatever
 * origins the project allows.
 */
export async function createOwnerToken(client: Footnote, projectId: string): Promise<string> {
  const { token } = await client.widgetTokens.create({
    project_id: projectId,
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
