import type { Conversation } from '@footnote/sdk';
import type { App } from '../../app.ts';
import { plural } from '../../format.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { visitorName } from './visitor.ts';

/** Deletes a conversation after confirmation; true once it is deleted. */
export function deleteOne(
  app: App,
  { id, project_id, title }: Pick<Conversation, 'id' | 'project_id' | 'title'>,
): Promise<boolean> {
  return confirm({
    title: 'Delete this conversation?',
    text: `“${title}” is deleted permanently, with its answers, citations and ratings.`,
    action: 'Delete the conversation',
    danger: true,
    act: () => app.client.conversations.delete(project_id, id),
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
