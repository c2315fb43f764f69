import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, toAnswer } from '../../answering/output/to-answer.ts';
import type { AnswerSlot } from '../../answering/types.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { collapseWhitespace } from '../../platform/text/collapse-whitespace.ts';
import { withoutTargets } from '../../platform/text/without-targets.ts';
import type {
  GoldenCheckRow,
  GoldenFault,
  GoldenQuestionRow,
  GoldenResult,
  ProjectRow,
  Store,
} from '../../store/types.ts';
import { errors } from '../errors.ts';

/** Each is an answer, which may be a model's. */
const MAX_QUESTIONS = 200;
const KEPT_CHECKS = 50;
/** A check that was not heard of for this long has lost its server. An answer takes less. */
export const LOST_AFTER_MS = 5 * 60_000;
const BUSY_ATTEMPTS = 60;
const BUSY_WAIT_MS = 2_000;
const MAX_EXCERPT_LENGTH = 400;

export type GoldenQuestionInput = Pick<GoldenQuestionRow, 'question' | 'text' | 'source' | 'refused'>;

interface GoldenQuestionDeps {
  store: Pick<Store, 'goldenQuestions' | 'sources'>;
  /** A slot for one answer of an account's project. Throws 429 `busy` if there is none. */
  reserve: (accountId: string) => AnswerSlot;
  log: Log;
  now: () => number;
}

/** Questions with what their answer must hold, and the checks that ask them all. */
export type GoldenQuestionService = ReturnType<typeof createGoldenQuestionService>;

export function createGoldenQuestionService(deps: GoldenQuestionDeps) {
  const { goldenQuestions } = deps.store;
  const { now, log } = deps;
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>();

  const check = async (projectId: string, id: string) => {
    const row = await goldenQuestions.check(projectId, id);
    if (!row) throw errors.notFound();
    return row;
  };

  return {
    /** Throws 404. */
    check,
    /** Oldest first. */
    list: goldenQuestions.list,
    /** Newest first. */
    checks: goldenQuestions.checks,

    /** Throws 400 `quota_reached`. */
    async create(projectId: string, input: GoldenQuestionInput): Promise<GoldenQuestionRow> {
      const row: GoldenQuestionRow = { ...input, id: newId('gold'), projectId, createdAt: now() };
      await goldenQuestions.create(row, MAX_QUESTIONS);
      return row;
    },

    /** Throws 404. */
    async delete(projectId: string, id: string): Promise<void> {
      if (!(await goldenQuestions.delete(projectId, id))) throw errors.notFound();
    },

    /** Starts a check, which continues in the background. Throws 400 without questions, and 429 while another one runs. */
    async start(project: ProjectRow): Promise<GoldenCheckRow> {
      const { rows } = await goldenQuestions.list(project.id, { limit: MAX_QUESTIONS, offset: 0 });
      if (rows.length === 0) throw errors.noGoldenQuestions();
      const at = now();
      const row: GoldenCheckRow = {
        id: newId('check'),
        projectId: project.id,
        state: 'running',
        total: rows.length,
        results: [],
        startedAt: at,
        seenAt: at,
        endedAt: null,
      };
      if (!(await goldenQuestions.begin(row, at - LOST_AFTER_MS, KEPT_CHECKS))) throw errors.inProgress(5);
      const stop = new AbortController();
      const ended = runCheck(deps, project, row, rows, stop.signal)
        .catch((error) => log.error('golden_check_failed', { error, check: row.id }))
        .finally(() => running.delete(row.id));
      running.set(row.id, { stop, ended });
      return row;
    },

    /** Ends a running check with the question under way. Throws 404. */
    async cancel(projectId: string, id: string): Promise<GoldenCheckRow> {
      await check(projectId, id);
      await goldenQuestions.cancel(projectId, id, now());
      running.get(id)?.stop.abort();
      return check(projectId, id);
    },

    /** Ends all checks of this process. */
    async close(): Promise<void> {
      const all = [...running.values()];
      for (const { stop } of all) stop.abort();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

/** Asks one question after the other, and stores how far it is after each. */
async function runCheck(
  deps: GoldenQuestionDeps,
  project: ProjectRow,
  { id, projectId }: GoldenCheckRow,
  questions: GoldenQuestionRow[],
  signal: AbortSignal,
): Promise<void> {
  const { goldenQuestions } = deps.store;
  const results: GoldenResult[] = [];
  const write = (state: GoldenCheckRow['state']) => {
    const at = deps.now();
    return goldenQuestions.progress({
      id,
      projectId,
      state,
      results,
      seenAt: at,
      endedAt: state === 'running' ? null : at,
    });
  };
  try {
    for (const golden of questions) {
      results.push(await askOne(deps, project, golden, signal));
      const isLast = results.length === questions.length;
      // It has been cancelled, maybe on another server.
      if (!(await write(isLast ? 'done' : 'running'))) return;
    }
  } catch (error) {
    await write(signal.aborted ? 'cancelled' : 'failed');
    if (!signal.aborted) throw error;
  }
}

async function askOne(
  { store, reserve, log }: GoldenQuestionDeps,
  project: ProjectRow,
  golden: GoldenQuestionRow,
  signal: AbortSignal,
): Promise<GoldenResult> {
  const asked = { questionId: golden.id, question: golden.question };
  const slot = await slotOf(reserve, project.userId, signal);
  try {
    const question = { projectId: project.id, text: golden.question, history: [], contact: '', signal };
    const answer = await toAnswer(slot.answer(question));
    return { ...asked, fault: await faultOf(store, golden, answer), answer: excerptOf(answer.text) };
  } catch (error) {
    signal.throwIfAborted();
    log.warn('golden_question_failed', { error });
    return { ...asked, fault: 'failed', answer: '' };
  } finally {
    slot.release();
  }
}

/** Readers come first: where there is no place, the check waits. */
async function slotOf(reserve: GoldenQuestionDeps['reserve'], accountId: string, signal: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return reserve(accountId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'busy' || attempt === BUSY_ATTEMPTS) throw error;
      await sleep(BUSY_WAIT_MS, undefined, { signal });
    }
  }
}

const excerptOf = (text: string) =>
  text.length <= MAX_EXCERPT_LENGTH ? text : `${text.slice(0, MAX_EXCERPT_LENGTH).toWellFormed()}…`;

/** What is wrong with an answer; null if it is as it must be. */
export async function faultOf(
  { sources }: Pick<Store, 'sources'>,
  { text, source, refused }: GoldenQuestionRow,
  answer: Answer,
): Promise<GoldenFault | null> {
  const isRefused = answer.finishReason === 'refused';
  if (refused) return isRefused ? null : 'not_refused';
  if (isRefused) return 'refused';
  if (text !== null && !flat(answer.text).includes(flat(text))) return 'text_missing';
  if (source === null) return null;
  for (const { source_id, title } of answer.citations) {
    const row = await sources.byId(source_id);
    const { metadata, externalId = null, url = null } = row ?? {};
    const named = [metadata?.title, metadata?.filename, metadata?.url, metadata?.final_url, metadata?.canonical_url];
    const names = [source_id, title, externalId, url, ...named];
    if (names.some((name) => name != null && flat(name) === flat(source))) return null;
  }
  return 'source_not_cited';
}

/** A text without case, emphasis, markers, where links lead, and repeated white space. */
const flat = (text: string) =>
  collapseWhitespace(
    withoutTargets(text)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[*_`]|\[\d+\]/g, ''),
  );
