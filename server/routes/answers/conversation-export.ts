import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { EXPORTS, exportedMessage, presentExported } from '../../presenters/conversations.ts';
import { field } from '../../presenters/shape.ts';
import type { ConversationService } from '../../services/answers/conversations.ts';
import { sendExport } from '../send-export.ts';
import { filter, filterOf } from './conversation-filter.ts';

const query = z.strictObject({
  ...filter,
  format: field(z.enum(['jsonl', 'csv']).default('jsonl'), 'JSON Lines or CSV.', 'csv'),
});

/** A message, as the API document shows it. */
const EXAMPLE = {
  conversation_id: 'conv_4YHhQ0V2b7c9D1kLmN3pqR',
  visitor_id: 'customer-42',
  message_id: 'msg_4YHhQ0V2b7c9D1kLmN3pqR',
  created_at: '2026-01-31T12:00:00.000Z',
  role: 'user',
  text: 'How long is the warranty?',
  finish_reason: null,
  reason: null,
  certainty: null,
  rating: null,
  comment: null,
  prompt_tokens: null,
  completion_tokens: null,
  curated_answer_id: null,
  citations: [],
};

/** Exports all questions and answers as a file, streamed with backpressure. */
export function conversationExportRoutes(options: { conversations: ConversationService; now: () => number }): Routes {
  const { conversations, now } = options;
  const routes = createRoutes('/v1/projects/:project_id');

  routes.get(
    '/conversations/export',
    {
      name: 'conversations.export',
      resource: 'project',
      audited: true,
      accepts: ['user', 'key'],
      role: 'viewer',
      scope: 'read',
      limit: 'general',
      tag: 'Conversations',
      summary: 'Export questions and answers',
      description:
        'Streams one message per line, newest conversation first, as JSON Lines or CSV. CSV is UTF-8 with a byte order mark, quoted according to RFC 4180, with an apostrophe before any text that a spreadsheet would run as a formula.',
      sdk: {
        method: 'conversations.export',
        says: "Exports all questions and answers as JSON Lines or CSV, streamed. Needs an API key or a member's token.",
        example: [
          "const file = await client.conversations.export(projectId, { format: 'csv', feedback: 'down' });",
          'for await (const text of file) process.stdout.write(text);',
        ],
        query: 'ExportQuery',
        input: "{ format: 'jsonl' }",
        output: 'for await (const text of result) process.stdout.write(text);',
      },
      query,
      answers: {
        200: [
          {
            mediaType: 'application/jsonl',
            description: 'One JSON object per line.',
            example: `${JSON.stringify(EXAMPLE)}\n`,
            lines: exportedMessage,
          },
          { mediaType: 'text/csv', description: 'The same messages as a table.' },
        ],
      },
    },
    async ({ project, query: { format, ...wanted } }) => {
      async function* messages() {
        for await (const row of conversations.export(project.id, filterOf(wanted))) yield presentExported(row);
      }
      return sendExport('conversations', EXPORTS[format], messages(), now());
    },
  );

  return routes;
}
