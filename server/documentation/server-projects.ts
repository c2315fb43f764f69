import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { listOf } from '../presenters/shapes/common.ts';
import { projectQuotas, storedProject } from '../presenters/shapes/project-storage.ts';
import { paging } from './paging.ts';

const server = { tag: 'Server' } as const;

/** Operations on what projects store, for the operator of the server. */
export const serverProjectOperations: Record<string, OperationDocs> = {
  'server-projects.list': {
    ...server,
    summary: 'List what each project stores',
    description:
      'All projects of the server, the largest first, with their quotas. How much they store, and nothing of what. Only for the operator.',
    input: {
      ...paging,
      search: ['Only projects whose name, or whose owner’s address, contains this; 1–200 characters.', 'handbook'],
    },
    answers: { 200: listOf(storedProject, 'StoredProjectList') },
  },
  'server-projects.set-quotas': {
    ...server,
    summary: 'Set the quotas of a project',
    description:
      'In place of `MAX_SOURCES`, `MAX_PROJECT_MB` and `MAX_DAILY_QUESTIONS`. What is there stays, also if a quota is smaller; what would exceed it is refused with `quota_reached`, and the owner is told in the console. It is in the audit log of the owner. Only for the operator.',
    input: {
      sources: ['The number of sources; `null` for `MAX_SOURCES`.', 500],
      bytes: ['The bytes of all sources together; `null` for `MAX_PROJECT_MB`.', 1_000_000_000],
      daily_questions: ['The questions a day; `null` for `MAX_DAILY_QUESTIONS`.', null],
    },
    answers: { 200: projectQuotas },
  },
};
