import { Readable } from 'node:stream';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { EXPORTS, presentExported } from '../presenters/exported-message.ts';
import type { Access } from '../services/access.ts';
import type { ConversationService } from '../services/conversations.ts';
import { filter, filterOf } from './conversation-filter.ts';

const query = z.strictObject({ ...filter, format: z.enum(['jsonl', 'csv']).default('jsonl') });

/** Exports all questions and answers as a file, streamed with backpressure. */
export function conversationExportRoutes({
  access,
  conversations,
  now,
}: {
  access: Access;
  conversations: ConversationService;
  now: () => number;
}): Routes {
  const routes = createRoutes('/v1/projects/:project_id');

  routes.get(
    '/conversations/export',
    guard(
      {
        name: 'conversations.export',
        accepts: ['user', 'key'],
        scope: 'read',
        limit: 'general',
        query,
        answers: [200, 404],
      },
      async ({ credential, param, query: { format, ...wanted } }) => {
        const project = await access.project(credential, param('project_id'));
        const { mediaType, extension, head, line } = EXPORTS[format];
        async function* text() {
          if (head !== '') yield head;
          const rows = conversations.export(project.id, filterOf(wanted));
          for await (const row of rows) yield line(presentExported(row));
        }
        const day = new Date(now()).toISOString().slice(0, 10);
        return {
          status: 200,
          type: mediaType,
          file: { name: `conversations-${day}.${extension}`, shown: false },
          // One line at a time: the next is made when the client has read enough.
          body: Readable.from(text(), { objectMode: false, highWaterMark: 64 * 1024 }),
        };
      },
    ),
  );

  return routes;
}
