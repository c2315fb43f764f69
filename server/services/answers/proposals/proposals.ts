import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerSlot } from '../../../answering/types.ts';
import type { Log } from '../../../platform/log.ts';
import type { ProjectRow, Store, StoredProposal } from '../../../store/types.ts';
import { errors } from '../../errors.ts';
import { type FindDeps, find, ingredients } from './find.ts';

const QUIET_MS = 5_000;
const LEASE_MS = 15 * 60_000;
const BUSY_WAIT_MS = 2_000;
const BUSY_ATTEMPTS = 60;

export interface ProposalDeps {
  store: Pick<Store, 'projects' | 'chunks' | 'documents' | 'sources' | 'goldenQuestions' | 'leases'>;
  /** A slot for one answer of an account's project. Throws 429 `busy` if there is none. */
  reserve: (accountId: string) => AnswerSlot;
  /** Whether somebody waits for an answer. */
  busy: () => boolean;
  log: Log;
  now: () => number;
  /** Milliseconds without a change after which documents have settled; shorter in tests. */
  quiet?: number;
}

/** What is proposed for the chat of a project, and how it came to be. */
export interface Proposals {
  /** `own`: the owner's questions take their place. */
  state: 'off' | 'own' | 'pending' | 'made';
  questions: StoredProposal[];
  asked: number;
}

export type ProposalService = ReturnType<typeof createProposalService>;

/**
 * First questions for a chat whose owner has written none. Each has been asked, and its page answers it. They are looked for in the
 * background, one project after the other, when documents have changed and no one waits for an answer.
 */
export function createProposalService(deps: ProposalDeps) {
  const { store, log, quiet = QUIET_MS } = deps;
  const stopping = new AbortController();
  const waiting = new Map<string, NodeJS.Timeout>();
  const queued = new Set<string>();
  let turn = Promise.resolve();

  const begin = (projectId: string) => {
    waiting.delete(projectId);
    if (queued.has(projectId) || stopping.signal.aborted) return;
    queued.add(projectId);
    turn = turn
      .then(() => renew(projectId, deps, stopping.signal))
      .catch((error) => {
        if (!stopping.signal.aborted) log.warn('proposals_failed', { project: projectId, error });
      })
      .finally(() => queued.delete(projectId));
  };
  /** Looks for proposals of the project once its documents have settled. */
  const look = (projectId: string): void => {
    if (stopping.signal.aborted) return;
    clearTimeout(waiting.get(projectId));
    waiting.set(projectId, setTimeout(begin, quiet, projectId).unref());
  };

  const of = async (project: ProjectRow): Promise<Proposals> => {
    if (!project.widget.suggest) return { state: 'off', questions: [], asked: 0 };
    const { questions = [], asked = 0, of: madeOf = '' } = project.proposals ?? {};
    const isThere = await Promise.all(questions.map(({ sourceId }) => store.sources.byId(sourceId)));
    const there = questions.filter((_, at) => isThere[at]?.projectId === project.id);
    if (hasOwn(project)) return { state: 'own', questions: there, asked };
    const isCurrent = (await ingredients(project, store)).version === madeOf;
    if (!isCurrent && !waiting.has(project.id) && !queued.has(project.id)) look(project.id);
    return { state: isCurrent ? 'made' : 'pending', questions: there, asked };
  };

  return {
    look,
    of,

    /** The first questions of a chat: those that the owner has written, or else those that were found. */
    async firstQuestions(project: ProjectRow): Promise<string[]> {
      if (hasOwn(project)) return project.widget.suggestions;
      return (await of(project)).questions.map(({ question }) => question);
    },

    /** Proposes a question no more. Throws 404 if the project has been deleted meanwhile. */
    async refuse(projectId: string, question: string): Promise<Proposals> {
      await store.projects.refuseProposal(projectId, question);
      const project = await store.projects.byId(projectId);
      if (!project) throw errors.notFound();
      return of(project);
    },

    /** Stops looking. */
    async close(): Promise<void> {
      stopping.abort();
      for (const timer of waiting.values()) clearTimeout(timer);
      await turn;
    },
  };
}

const hasOwn = ({ widget }: ProjectRow) => widget.suggestions.length > 0;

/** Finds the proposals of a project if it has none that are current, and if no other server does that. */
async function renew(projectId: string, deps: ProposalDeps, signal: AbortSignal): Promise<void> {
  const { store, now } = deps;
  const lease = { name: `proposals ${projectId}`, owner: randomUUID() };
  if (!(await store.leases.take(lease.name, lease.owner, now(), LEASE_MS))) return;
  try {
    const project = await store.projects.byId(projectId);
    if (!project?.widget.suggest || hasOwn(project)) return;
    const made = await ingredients(project, store);
    if (project.proposals?.of === made.version) return;
    const found = await find(project, made, { store, signal, slot: () => freeSlot(deps, project.userId, signal) });
    await store.projects.propose(projectId, { of: made.version, asked: found.asked, questions: found.questions });
  } finally {
    await store.leases.give(lease.name, lease.owner);
  }
}

/** Readers come first. */
const freeSlot: (deps: ProposalDeps, accountId: string, signal: AbortSignal) => ReturnType<FindDeps['slot']> = async (
  { busy, reserve },
  accountId,
  signal,
) => {
  for (let attempt = 1; busy() && attempt <= BUSY_ATTEMPTS; attempt += 1) {
    await sleep(BUSY_WAIT_MS, undefined, { signal });
  }
  signal.throwIfAborted();
  return reserve(accountId);
};
