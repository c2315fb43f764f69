import type { Dismissed } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { listOf, presentList } from '../../presenters/common.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import {
  dismissed,
  presentUnanswered,
  presentWeakAnswers,
  unansweredGroup,
  weakAnswerGroup,
} from '../../presenters/unanswered.ts';
import type { UnansweredService } from '../../services/answers/unanswered.ts';
import { from, to } from '../filters.ts';
import { paging } from '../paging.ts';

const ours = {
  tag: 'Conversations',
  accepts: ['user', 'key'],
  role: 'viewer',
  scope: 'read',
  limit: 'general',
  resource: 'project',
} as const;
/** The query of a list of what was `done`, such as asked. */
const doneIn = (done: string) =>
  paging.extend({
    from: optional(from, `Only ${done} at or after this time: a date in UTC or a timestamp.`, '2026-01-01'),
    to: optional(to, `Only ${done} by this time: a date in UTC, inclusive, or a timestamp.`, '2026-01-31'),
  });
const dismiss = shape('DismissRequest', 'The questions to dismiss.', {
  message_ids: field(
    z.array(z.string().max(200)).min(1).max(1_000),
    'The ids of 1 to 1000 answers that are refused or unsure, or among the weakest.',
    ['msg_4YHhQ0V2b7c9D1kLmN3pqR'],
  ),
});

const rangeOf = (asked: { from?: number; to?: number }) => ({
  from: asked.from ?? 0,
  to: asked.to ?? Number.MAX_SAFE_INTEGER,
});

/** Unanswered questions, and the weakest answers. */
export function unansweredRoutes({ unanswered }: { unanswered: UnansweredService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id/unanswered');

  routes.get(
    '/',
    {
      ...ours,
      name: 'unanswered.list',
      summary: 'List questions that the documents did not answer',
      description:
        'Groups the latest 2,000 questions with a refused or unsure answer by what they ask. The largest group comes first. Each group has the passages that come closest to an answer.',
      sdk: {
        method: 'unanswered.list',
        says: 'Lists groups of similar unanswered questions, most frequent first, each with the most similar passages.',
        example:
          'for await (const { question, count } of client.unanswered.list(projectId)) console.log(count, question);',
        query: 'UnansweredQuery',
      },
      query: doneIn('questions asked'),
      answers: { 200: listOf(unansweredGroup, 'UnansweredList') },
    },
    async ({ project, query, signal }) => {
      const page = await unanswered.list(project.id, rangeOf(query), query, signal);
      return { status: 200, body: presentList(page, query, presentUnanswered) };
    },
  );

  routes.get(
    '/weakest',
    {
      ...ours,
      name: 'unanswered.weakest',
      summary: 'List the weakest answers',
      description:
        'Answers that were given as sure, those with the lowest `certainty` first: they are wrong more often than others. The 2,000 least certain are grouped by what was asked.',
      sdk: {
        method: 'unanswered.weakest',
        says: 'Lists groups of similar questions whose answers were given as sure, the least certain first.',
        example:
          'for await (const { question, certainty } of client.unanswered.weakest(projectId)) console.log(certainty, question);',
        query: 'UnansweredQuery',
      },
      query: doneIn('answers given'),
      answers: { 200: listOf(weakAnswerGroup, 'WeakAnswerList') },
    },
    async ({ project, query, signal }) => {
      const page = await unanswered.weakest(project.id, rangeOf(query), query, signal);
      return { status: 200, body: presentList(page, query, presentWeakAnswers) };
    },
  );

  routes.post(
    '/dismiss',
    {
      ...ours,
      name: 'unanswered.dismiss',
      role: 'editor',
      scope: 'manage',
      summary: 'Dismiss unanswered questions',
      description:
        'Dismissed questions stay in their conversations but are no longer listed here, nor among the weakest answers.',
      sdk: {
        method: 'unanswered.dismiss',
        says: 'Dismisses questions by the ids of their answers. They are no longer listed.',
        example: [
          'const [group] = (await client.unanswered.list(projectId)).items;',
          'const message_ids = group?.questions.map(({ message_id }) => message_id) ?? [messageId];',
          'await client.unanswered.dismiss(projectId, { message_ids });',
        ],
      },
      body: dismiss,
      answers: { 200: dismissed },
    },
    async ({ project, body }) => {
      const dismissed = await unanswered.dismiss(project.id, body.message_ids);
      return { status: 200, body: { dismissed } satisfies Dismissed };
    },
  );

  return routes;
}
