import type { CreateHandoverRequest, UpdateHandoverRequest } from '@footnote/sdk/contract';
import { newId } from '../../platform/ids.ts';
import type { HandoverRow, ProjectRow, Store } from '../../store/types.ts';
import type { Access } from '../access/access.ts';
import type { WidgetCredential } from '../access/credentials.ts';
import { requireOrigin } from '../access/origins.ts';
import { hitEach, type SubjectLimit } from '../accounts/subject-limits.ts';
import { errors } from '../errors.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * Handovers in a day. A visitor of a public widget makes itself, so that an address has a limit, too, and so has the project, whose
 * owner gets a mail for each.
 */
export const DAILY = { visitor: 5, address: 20, project: 500 };

/** Tells the owner of a handover by mail. */
export type NotifyOfHandover = (row: HandoverRow, project: ProjectRow) => void;

interface HandoverServiceDeps {
  store: Pick<Store, 'handovers' | 'limits'>;
  access: Access;
  /** Hashes an address together with the id of a project. */
  hashAddress: (projectId: string, address: string) => string;
  notify: NotifyOfHandover;
  now: () => number;
}

export type HandoverService = ReturnType<typeof createHandoverService>;

export function createHandoverService(deps: HandoverServiceDeps) {
  const { store, access, notify, now } = deps;
  const { handovers } = store;
  return {
    /**
     * Keeps what a visitor hands over. Throws 403 for a disallowed origin, 404 for a conversation of somebody else, 400 `handovers_off` if
     * the project takes none, 429 `rate_limited`.
     */
    async create(
      credential: WidgetCredential,
      projectId: string,
      given: CreateHandoverRequest,
      { origin, address }: { origin: string | null; address: string },
    ): Promise<HandoverRow> {
      const project = await access.project(credential, projectId);
      requireOrigin(project, credential, origin);
      if (project.handover === null) throw errors.handoversOff();
      const { email, question, page_url = null, conversation_id = null } = given;
      if (conversation_id !== null) await access.conversation(credential, projectId, conversation_id);
      await countAgainstLimits(deps, projectId, credential.visitorId, address);
      const row: HandoverRow = {
        id: newId('hov'),
        projectId,
        conversationId: conversation_id,
        visitorId: credential.visitorId,
        email,
        question,
        pageUrl: page_url,
        consent: project.handover.consent,
        status: 'open',
        assignee: null,
        createdAt: now(),
        updatedAt: now(),
        closedAt: null,
      };
      if (!(await handovers.create(row))) throw errors.notFound();
      notify(row, project);
      return row;
    },

    list: handovers.list,
    /** Throws 404 if the project has no such handover, as the following do. */
    retrieve: async (projectId: string, id: string): Promise<HandoverRow> => found(await handovers.byId(projectId, id)),
    update: async (projectId: string, id: string, changes: UpdateHandoverRequest): Promise<HandoverRow> =>
      found(await handovers.update(projectId, id, changes, now())),

    async delete(projectId: string, id: string): Promise<void> {
      if (!(await handovers.delete(projectId, id))) throw errors.notFound();
    },
  };
}

async function countAgainstLimits(
  { store, hashAddress, now }: HandoverServiceDeps,
  projectId: string,
  visitorId: string,
  address: string,
): Promise<void> {
  const subjects: SubjectLimit[] = [
    [`handover visitor ${projectId} ${visitorId}`, DAILY.visitor],
    [`handover address ${projectId} ${hashAddress(projectId, address)}`, DAILY.address],
    [`handover project ${projectId}`, DAILY.project],
  ];
  const wait = await hitEach(store.limits, subjects, DAY_MS, now());
  if (wait > 0) throw errors.rateLimited(Math.ceil(wait / 1000));
}

function found(row: HandoverRow | null): HandoverRow {
  if (row === null) throw errors.notFound();
  return row;
}
