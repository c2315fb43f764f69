import type { Conversation } from '@footnote/sdk';
import type { App } from '../../app.ts';
import { runAll } from '../../controllers/run-all.ts';
import { plural } from '../../format.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { visitorName } from './visitor.ts';

/** Deletes conversations; until the toast disappears, it can be undone. `removed` is called once the server has deleted them. */
export function deleteConversations(
  app: App,
  conversations: readonly Pick<Conversation, 'id' | 'project_id' | 'title'>[],
  removed?: () => unknown,
): void {
  const things = conversations.map(({ id, title, project_id }) => ({ id, name: title, project_id }));
  app.removals.add({
    ids: things.map(({ id }) => id),
    text: `${things.length === 1 ? 'Conversation' : plural(things.length, 'conversation')} deleted.`,
    remove: (client) => runAll(things, ({ id, project_id }) => client.conversations.delete(project_id, id)),
    ...(removed && { removed }),
  });
}

/** Deletes all conversations of a visitor after confirmation; true once they are deleted. */
export function deleteVisitor(app: App, projectId: string, visitorId: string): Promise<boolean> {
  return confirm({
    title: 'Delete all conversations of this visitor?',
    text: `All questions of ${visitorName(visitorId)} are deleted permanently, with their answers.`,
    action: 'Delete them',
    danger: true,
    act: async () => {
      const { count } = await app.client.conversations.deleteAll(projectId, { visitor_id: visitorId });
      app.toast(`${plural(count, 'conversation')} deleted.`);
    },
  });
}

/** Deletes all conversations of a project after the owner has typed its name; true once they are deleted. */
export function deleteAll(app: App, projectId: string, name: string): Promise<boolean> {
  return confirm({
    title: 'Delete all conversations?',
    text: 'All questions of this project are deleted permanently, with their answers, citations and ratings. Sources and usage figures stay.',
    action: 'Delete all conversations',
    danger: true,
    typed: name,
    act: async () => {
      const { count } = await app.client.conversations.deleteAll(projectId, { all: true });
      app.toast(`${plural(count, 'conversation')} deleted.`);
    },
  });
}
