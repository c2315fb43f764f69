import type { CuratedAnswerMatch, CuratedAnswersImported } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { MAX_QUESTION_LENGTH as LONGEST_ASKED } from '../../platform/limits.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import { curatedAnswer, curatedImport, curatedMatch, presentCuratedAnswer } from '../../presenters/curated-answers.ts';
import { field, flag, named, optional, shape } from '../../presenters/shape.ts';
import type { CuratedAnswerInput, CuratedAnswerService } from '../../services/answers/curated-answers.ts';
import { paging } from '../paging.ts';

export const MAX_WORDINGS = 10;
const MAX_QUESTION_LENGTH = 500;
const MAX_ANSWER_LENGTH = 10_000;
const MAX_IMPORTED = 500;

const wording = z.string().trim().min(1).max(MAX_QUESTION_LENGTH);
const question = field(wording, 'The question, at most 500 characters.', 'Do you ship to Chile?');
const moment = z.iso.datetime({ offset: true }).nullable();
const furtherFields = {
  wordings: optional(
    z.array(wording).max(MAX_WORDINGS),
    'At most 10 other ways to ask for it. Each makes more questions find it.',
    ['Delivery to Chile'],
  ),
  enabled: flag('Whether it is used. Default: `true`.', true).exactOptional(),
  expires_at: optional(moment, 'A timestamp from which on it is not used; `null` for never.', '2027-01-31T00:00:00Z'),
  review_at: optional(moment, 'A timestamp at which to look at it again; `null` for never.', '2026-12-31T00:00:00Z'),
};
const answer = field(
  z
    .string()
    .max(MAX_ANSWER_LENGTH)
    .regex(/\S/, 'must not be empty')
    .transform((text) => text.trim())
    .meta({ type: 'string', minLength: 1, maxLength: MAX_ANSWER_LENGTH }),
  'The answer, Markdown of at most 10,000 characters. It is shown as written, with its links; HTML in it is shown as text.',
  'Yes, within ten days. See [Shipping](https://www.example.com/shipping).',
);

const fields = z.strictObject({ question, answer, ...furtherFields });
const create = named('CreateCuratedAnswerRequest', 'An answer for a question and its like.', fields);
const update = shape('UpdateCuratedAnswerRequest', 'The fields to change.', {
  question: question.exactOptional(),
  answer: answer.exactOptional(),
  ...furtherFields,
});
const imported = shape('ImportCuratedAnswersRequest', 'Answers to create, or to change if their question is there.', {
  answers: field(z.array(fields).min(1).max(MAX_IMPORTED), 'Up to 500 answers, each with the fields of a new one.', [
    { question: 'Do you ship to Chile?', answer: 'Yes, within ten days.' },
  ]),
});
const match = shape('MatchCuratedAnswerRequest', 'A question to try.', {
  query: field(z.string().trim().min(1).max(LONGEST_ASKED), 'The question.', 'Can I order from Chile?'),
});

const ours = { tag: 'Curated answers', accepts: ['user', 'key'], role: 'viewer', limit: 'general' } as const;
const managing = { ...ours, role: 'editor', scope: 'manage', audited: true, resource: 'project' } as const;

interface Deps {
  curatedAnswers: CuratedAnswerService;
  now: () => number;
}

/** Answers that the owner writes. */
export function curatedAnswerRoutes({ curatedAnswers, now }: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id/curated-answers');

  routes.get(
    '/',
    {
      ...ours,
      name: 'curated-answers.list',
      resource: 'project',
      scope: 'read',
      summary: 'List curated answers',
      description: 'Newest first, with how often each was used.',
      sdk: {
        method: 'curatedAnswers.list',
        says: 'Lists the answers, newest first, with how often each was used.',
        example:
          'for await (const { question, uses } of client.curatedAnswers.list(projectId)) console.log(uses, question);',
      },
      query: paging,
      answers: { 200: listOf(curatedAnswer, 'CuratedAnswerList') },
    },
    async ({ project, query }) => {
      const page = await curatedAnswers.list(project.id, query);
      return { status: 200, body: presentList(page, query, presentCuratedAnswer(now())) };
    },
  );

  routes.post(
    '/',
    {
      ...managing,
      name: 'curated-answers.create',
      summary: 'Write an answer',
      description:
        'The chat shows it for this question, and for questions that ask for the same. A project may have 500 of them.',
      sdk: {
        method: 'curatedAnswers.create',
        says: 'Writes an answer, which the chat shows for this question and its like.',
        example:
          "await client.curatedAnswers.create(projectId, { question: 'Do you ship to Chile?', answer: 'Yes, within ten days.' });",
        input: "{ question: 'Do you ship to Chile?', answer: 'Yes, within ten days.' }",
      },
      body: create,
      answers: { 201: curatedAnswer },
    },
    async ({ project, body }) => {
      const row = await curatedAnswers.create(project.id, toInput(body));
      return { status: 201, body: presentCuratedAnswer(now())(row) };
    },
  );

  routes.post(
    '/import',
    {
      ...managing,
      name: 'curated-answers.import',
      summary: 'Import curated answers',
      description:
        'Creates each answer, or changes the one with the same question. Fields that are not sent stay as they are.',
      sdk: {
        method: 'curatedAnswers.import',
        says: 'Creates answers, or changes those with the same question.',
        example:
          "await client.curatedAnswers.import(projectId, { answers: [{ question: 'Who are you?', answer: 'A small company.' }] });",
      },
      body: imported,
      answers: { 200: curatedImport },
    },
    async ({ project, body }) => {
      const counts = await curatedAnswers.import(project.id, body.answers.map(toInput));
      return { status: 200, body: counts satisfies CuratedAnswersImported };
    },
  );

  routes.post(
    '/match',
    {
      ...ours,
      name: 'curated-answers.match',
      resource: 'project',
      scope: 'read',
      summary: 'Find the curated answer of a question',
      description: 'Says which answer a question would get. Nothing is counted or stored.',
      sdk: {
        method: 'curatedAnswers.match',
        says: 'Says which answer a question would get.',
        example:
          "const { match } = await client.curatedAnswers.match(projectId, { query: 'Can I order from Chile?' });",
      },
      body: match,
      answers: { 200: curatedMatch },
    },
    async ({ project, body, signal }) => {
      const row = await curatedAnswers.match(project.id, body.query, signal);
      const found: CuratedAnswerMatch = { match: row && presentCuratedAnswer(now())(row) };
      return { status: 200, body: found };
    },
  );

  routes.get(
    '/:curated_id',
    {
      ...ours,
      name: 'curated-answers.retrieve',
      resource: 'project',
      scope: 'read',
      summary: 'Retrieve a curated answer',
      sdk: {
        method: 'curatedAnswers.retrieve',
        says: 'Retrieves an answer.',
        example: 'const { answer } = await client.curatedAnswers.retrieve(projectId, curatedId);',
      },
      answers: { 200: curatedAnswer },
    },
    async ({ project, param }) => {
      const row = await curatedAnswers.retrieve(project.id, param('curated_id'));
      return { status: 200, body: presentCuratedAnswer(now())(row) };
    },
  );

  routes.patch(
    '/:curated_id',
    {
      ...managing,
      name: 'curated-answers.update',
      summary: 'Change a curated answer',
      description: 'Fields that are not sent stay as they are. Answers that were shown stay as they were.',
      sdk: {
        method: 'curatedAnswers.update',
        says: 'Changes an answer.',
        example: 'await client.curatedAnswers.update(projectId, curatedId, { enabled: false });',
        input: '{ enabled: false }',
      },
      body: update,
      answers: { 200: curatedAnswer },
    },
    async ({ project, param, body }) => {
      const row = await curatedAnswers.update(project.id, param('curated_id'), toInput(body));
      return { status: 200, body: presentCuratedAnswer(now())(row) };
    },
  );

  routes.delete(
    '/:curated_id',
    {
      ...managing,
      name: 'curated-answers.delete',
      summary: 'Delete a curated answer',
      description: 'Conversations in which it was shown keep its text.',
      sdk: {
        method: 'curatedAnswers.delete',
        says: 'Deletes an answer.',
        example: 'await client.curatedAnswers.delete(projectId, curatedId);',
      },
      answers: { 200: deleted },
    },
    async ({ project, param }) => {
      await curatedAnswers.delete(project.id, param('curated_id'));
      return { status: 200, body: presentDeleted(param('curated_id')) };
    },
  );

  return routes;
}

type Body = z.infer<typeof update>;

function toInput<Given extends Body>({ expires_at, review_at, ...rest }: Given) {
  const toTime = (text: string | null) => (text === null ? null : Date.parse(text));
  return {
    ...rest,
    ...(expires_at !== undefined && { expiresAt: toTime(expires_at) }),
    ...(review_at !== undefined && { reviewAt: toTime(review_at) }),
  } as Omit<Given, 'expires_at' | 'review_at'> & Pick<CuratedAnswerInput, 'expiresAt' | 'reviewAt'>;
}
