import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { MAX_QUESTION_LENGTH } from '../../platform/limits.ts';
import { isWebAddress } from '../../platform/network/web-address.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import { handoverStatus } from '../../presenters/enums.ts';
import { handover, handoverReceipt, presentHandover, presentHandoverReceipt } from '../../presenters/handovers.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import type { HandoverService } from '../../services/answers/handovers.ts';
import { paging } from '../paging.ts';
import { newEmail, oneLine } from '../text-fields.ts';

const create = shape('CreateHandoverRequest', 'A question for a person.', {
  email: field(newEmail, 'Where the visitor wants the answer.', 'visitor@example.com'),
  question: field(z.string().trim().min(1).max(MAX_QUESTION_LENGTH), 'The question.', 'Can I return a used item?'),
  consent: field(z.literal(true), 'That the visitor agrees to the text of the project’s setting `handover`.'),
  conversation_id: optional(
    z.string().max(200).nullable(),
    'The conversation before it, of the same visitor.',
    'conv_4YHhQ0V2b7c9D1kLmN3pqR',
  ),
  page_url: optional(
    z.string().max(2048).refine(isWebAddress, 'must be an http or https address').nullable(),
    'The page that it is asked from.',
    'https://www.example.com/returns',
  ),
});

const update = shape('UpdateHandoverRequest', 'The fields to change; absent fields stay as they are.', {
  status: optional(handoverStatus, '`closed` when it is answered, `open` to take it up again.', 'closed'),
  assignee: optional(oneLine(100).min(1).nullable(), 'Who looks after it; `null` for no one.', 'Ann'),
});

const ours = { tag: 'Handovers', accepts: ['user'], role: 'viewer', limit: 'general' } as const;
const changing = { ...ours, role: 'editor', audited: true, resource: 'project' } as const;

interface Deps {
  handovers: HandoverService;
}

/** Questions that visitors hand over to a person: their owner sees and changes them. */
export function handoverRoutes({ handovers }: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id/handovers');

  routes.post(
    '/',
    {
      name: 'handovers.create',
      resource: null,
      accepts: ['widget'],
      limit: 'general',
      crossOrigin: true,
      tag: 'Handovers',
      summary: 'Hand a question over to a person',
      description:
        'For visitors. Fails with 400 `handovers_off` unless the project takes handovers. A visitor may hand over five questions a day.',
      sdk: {
        method: 'handovers.create',
        says: 'Hands a question over. Needs a widget token, and a project that takes handovers.',
        example:
          "await visitor.handovers.create(projectId, { email: 'me@example.com', question: 'Can I return it?', consent: true });",
        once: true,
      },
      body: create,
      bodySize: 'question',
      answers: { 201: handoverReceipt },
      fails: [404],
    },
    async ({ credential, param, body, origin, address }) => {
      const row = await handovers.create(credential, param('project_id'), body, { origin, address });
      return { status: 201, body: presentHandoverReceipt(row) };
    },
  );

  routes.get(
    '/',
    {
      ...ours,
      name: 'handovers.list',
      resource: 'project',
      summary: 'List the handovers of a project',
      description: 'Newest first. A handover is deleted with its conversation.',
      sdk: {
        method: 'projects.handovers.list',
        says: 'Lists the handovers, newest first.',
        example:
          "for await (const { email, question } of owner.projects.handovers.list(projectId, { status: 'open' })) console.log(email, question);",
        query: 'HandoverQuery',
      },
      query: paging.extend({
        status: optional(handoverStatus, 'Only handovers in this state.', 'open'),
      }),
      answers: { 200: listOf(handover, 'HandoverList') },
    },
    async ({ project, query: { limit, offset, ...filter } }) => {
      const page = await handovers.list(project.id, filter, { limit, offset });
      return { status: 200, body: presentList(page, { limit, offset }, presentHandover) };
    },
  );

  routes.get(
    '/:handover_id',
    {
      ...ours,
      name: 'handovers.retrieve',
      resource: 'project',
      summary: 'Retrieve a handover',
      sdk: {
        method: 'projects.handovers.retrieve',
        example: 'const { status, assignee } = await owner.projects.handovers.retrieve(projectId, handoverId);',
      },
      answers: { 200: handover },
    },
    async ({ project, param }) => ({
      status: 200,
      body: presentHandover(await handovers.retrieve(project.id, param('handover_id'))),
    }),
  );

  routes.patch(
    '/:handover_id',
    {
      ...changing,
      name: 'handovers.update',
      summary: 'Assign or close a handover',
      sdk: {
        method: 'projects.handovers.update',
        says: 'Assigns or closes a handover.',
        example: "await owner.projects.handovers.update(projectId, handoverId, { assignee: 'Ann', status: 'closed' });",
      },
      body: update,
      answers: { 200: handover },
    },
    async ({ project, param, body }) => ({
      status: 200,
      body: presentHandover(await handovers.update(project.id, param('handover_id'), body)),
    }),
  );

  routes.delete(
    '/:handover_id',
    {
      ...changing,
      name: 'handovers.delete',
      summary: 'Delete a handover',
      sdk: { method: 'projects.handovers.delete' },
      answers: { 200: deleted },
    },
    async ({ project, param }) => {
      await handovers.delete(project.id, param('handover_id'));
      return { status: 200, body: presentDeleted(param('handover_id')) };
    },
  );

  return routes;
}
