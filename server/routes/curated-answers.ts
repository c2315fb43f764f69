import type { CuratedAnswerMatch, CuratedAnswersImported } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { MAX_QUESTION_LENGTH as LONGEST_ASKED } from '../platform/question-length.ts';
import { presentCuratedAnswer } from '../presenters/curated-answer.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { CuratedAnswerInput, CuratedAnswerService } from '../services/curated-answers.ts';
import { paging } from './paging.ts';

export const MAX_WORDINGS = 10;
const MAX_QUESTION_LENGTH = 500;
const MAX_ANSWER_LENGTH = 10_000;
const MAX_IMPORTED = 500;

const question = z.string().trim().min(1).max(MAX_QUESTION_LENGTH);
const moment = z.iso.datetime({ offset: true }).nullable();
const optional = {
  wordings: z.array(question).max(MAX_WORDINGS).exactOptional(),
  enabled: z.boolean().exactOptional(),
  expires_at: moment.exactOptional(),
  review_at: moment.exactOptional(),
};
const answer = z
  .string()
  .max(MAX_ANSWER_LENGTH)
  .regex(/\S/, 'must not be empty')
  .transform((text) => text.trim())
  .meta({ type: 'string', minLength: 1, maxLength: MAX_ANSWER_LENGTH });

const fields = z.strictObject({ question, answer, ...optional });
const create = shape('CreateCuratedAnswerRequest', 'An answer for a question and its like.', fields);
const update = shape(
  'UpdateCuratedAnswerRequest',
  'The fields to change.',
  z.strictObject({ question: question.exactOptional(), answer: answer.exactOptional(), ...optional }),
);
const imported = shape(
  'ImportCuratedAnswersRequest',
  'Answers to create, or to change if their question is there.',
  z.strictObject({ answers: z.array(fields).min(1).max(MAX_IMPORTED) }),
);
const match = shape(
  'MatchCuratedAnswerRequest',
  'A question to try.',
  z.strictObject({ query: z.string().trim().min(1).max(LONGEST_ASKED) }),
);

const ours = { accepts: ['user', 'key'], role: 'viewer', limit: 'general' } as const;
const managing = { ...ours, role: 'editor', scope: 'manage', audited: true } as const;

interface Deps {
  curatedAnswers: CuratedAnswerService;
  now: () => number;
}

/** Answers that the owner writes. */
export function curatedAnswerRoutes({ curatedAnswers, now }: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id/curated-answers');

  routes.get(
    '/',
    guard(
      { ...ours, scope: 'read', name: 'curated-answers.list', resource: 'project', query: paging, answers: [200] },
      async ({ project, query }) => {
        const page = await curatedAnswers.list(project.id, query);
        return { status: 200, body: presentList(page, query, presentCuratedAnswer(now())) };
      },
    ),
  );

  routes.post(
    '/',
    guard(
      { ...managing, name: 'curated-answers.create', resource: 'project', body: create, answers: [201] },
      async ({ project, body }) => {
        const row = await curatedAnswers.create(project.id, toInput(body));
        return { status: 201, body: presentCuratedAnswer(now())(row) };
      },
    ),
  );

  routes.post(
    '/import',
    guard(
      { ...managing, name: 'curated-answers.import', resource: 'project', body: imported, answers: [200] },
      async ({ project, body }) => {
        const counts = await curatedAnswers.import(project.id, body.answers.map(toInput));
        return { status: 200, body: counts satisfies CuratedAnswersImported };
      },
    ),
  );

  routes.post(
    '/match',
    guard(
      { ...ours, scope: 'read', name: 'curated-answers.match', resource: 'project', body: match, answers: [200] },
      async ({ project, body, signal }) => {
        const row = await curatedAnswers.match(project.id, body.query, signal);
        const found: CuratedAnswerMatch = { match: row && presentCuratedAnswer(now())(row) };
        return { status: 200, body: found };
      },
    ),
  );

  routes.get(
    '/:curated_id',
    guard(
      { ...ours, scope: 'read', name: 'curated-answers.retrieve', resource: 'project', answers: [200] },
      async ({ project, param }) => {
        const row = await curatedAnswers.retrieve(project.id, param('curated_id'));
        return { status: 200, body: presentCuratedAnswer(now())(row) };
      },
    ),
  );

  routes.patch(
    '/:curated_id',
    guard(
      { ...managing, name: 'curated-answers.update', resource: 'project', body: update, answers: [200] },
      async ({ project, param, body }) => {
        const row = await curatedAnswers.update(project.id, param('curated_id'), toInput(body));
        return { status: 200, body: presentCuratedAnswer(now())(row) };
      },
    ),
  );

  routes.delete(
    '/:curated_id',
    guard(
      { ...managing, name: 'curated-answers.delete', resource: 'project', answers: [200] },
      async ({ project, param }) => {
        await curatedAnswers.delete(project.id, param('curated_id'));
        return { status: 200, body: presentDeleted(param('curated_id')) };
      },
    ),
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
