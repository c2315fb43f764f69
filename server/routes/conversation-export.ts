import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { EXPORTS, presentExported } from '../presenters/exported-message.ts';
import type { ConversationService } from '../services/conversations.ts';
import { filter, filterOf } from './conversation-filter.ts';
import { sendExport } from './send-export.ts';

const query = z.strictObject({ ...filter, format: z.enum(['jsonl', 'csv']).default('jsonl') });

/** Exports all questions and answers as a file, streamed with backpressure. */
export function conversationExportRoutes({
  conversations,
  now,
}: {
  conversations: ConversationService;
  now: () => number;
}): Routes {
  const routes = createRoutes('/v1/projects/:project_id');

  routes.get(
    '/conversations/export',
    guard(
      {
        name: 'conversations.export',
        resource: 'project',
        audited: true,
        accepts: ['user', 'key'],
        role: 'viewer',
        scope: 'read',
        limit: 'general',
        query,
        answers: [200],
      },
      async ({ project, query: { format, ...wanted } }) => {
        async function* messages() {
          for await (const row of conversations.export(project.id, filterOf(wanted))) yield presentExported(row);
        }
        return sendExport('conversations', EXPORTS[format], messages(), now());
      },
    ),
  );

  return routes;
}
