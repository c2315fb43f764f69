import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { isWebAddress } from '../platform/network/web-address.ts';
import { MAX_QUESTION_LENGTH } from '../platform/question-length.ts';
import { presentHandover, presentHandoverReceipt } from '../presenters/handover.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { handoverStatus } from '../presenters/shapes/enums.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { HandoverService } from '../services/handovers.ts';
import { newEmail } from './email.ts';
import { oneLine } from './one-line.ts';
import { paging } from './paging.ts';

const create = shape(
  'CreateHandoverRequest',
  'A question for a person.',
  z.strictObject({
    email: newEmail,
    question: z.string().trim().min(1).max(MAX_QUESTION_LENGTH),
    consent: z.literal(true),
    conversation_id: z.string().max(200).nullable().exactOptional(),
    page_url: z.string().max(2048).refine(isWebAddress, 'must be an http or https address').nullable().exactOptional(),
  }),
);

const update = shape(
  'UpdateHandoverRequest',
  'The fields to change; absent fields stay as they are.',
  z.strictObject({
    status: handoverStatus.exactOptional(),
    assignee: oneLine(100).min(1).nullable().exactOptional(),
  }),
);

const ours = { accepts: ['user'], role: 'viewer', limit: 'general', answers: [200] } as const;
const changing = { ...ours, role: 'editor', audited: true } as const;

interface Deps {
  handovers: HandoverService;
}

/** Questions that visitors hand over to a person: their owner sees and changes them. */
export function handoverRoutes({ handovers }: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id/handovers');

  routes.post(
    '/',
    guard(
      {
        name: 'handovers.create',
        resource: null,
        accepts: ['widget'],
        limit: 'general',
        crossOrigin: true,
        body: create,
        bodySize: 'question',
        answers: [201, 404],
      },
      async ({ credential, param, body, origin, address }) => {
        const row = await handovers.create(credential, param('project_id'), body, { origin, address });
        return { status: 201, body: presentHandoverReceipt(row) };
      },
    ),
  );

  routes.get(
    '/',
    guard(
      {
        ...ours,
        name: 'handovers.list',
        resource: 'project',
        query: paging.extend({ status: handoverStatus.exactOptional() }),
      },
      async ({ project, query: { limit, offset, ...filter } }) => {
        const page = await handovers.list(project.id, filter, { limit, offset });
        return { status: 200, body: presentList(page, { limit, offset }, presentHandover) };
      },
    ),
  );

  routes.get(
    '/:handover_id',
    guard({ ...ours, name: 'handovers.retrieve', resource: 'project' }, async ({ project, param }) => {
      return { status: 200, body: presentHandover(await handovers.retrieve(project.id, param('handover_id'))) };
    }),
  );

  routes.patch(
    '/:handover_id',
    guard(
      { ...changing, name: 'handovers.update', resource: 'project', body: update },
      async ({ project, param, body }) => {
        return { status: 200, body: presentHandover(await handovers.update(project.id, param('handover_id'), body)) };
      },
    ),
  );

  routes.delete(
    '/:handover_id',
    guard({ ...changing, name: 'handovers.delete', resource: 'project' }, async ({ project, param }) => {
      await handovers.delete(project.id, param('handover_id'));
      return { status: 200, body: presentDeleted(param('handover_id')) };
    }),
  );

  return routes;
}
