import type { CuratedFinder, NearestPassage, UnansweredFinder } from '../../answering/types.ts';
import type { Page, Paging, Store, SureAnswer, UnansweredQuestion } from '../../store/types.ts';
import { mostFrequentWording } from './most-frequent-wording.ts';

/** Only this many answers are grouped, as many as can be within one request: the latest unanswered ones, or the least certain. */
const MAX_QUESTIONS = 2_000;
export const PASSAGES_PER_GROUP = 3;

interface Range {
  from: number;
  to: number;
}

/** Questions that ask the same thing, newest first. */
interface QuestionGroup<Asked> {
  /** The message id of the oldest question. */
  id: string;
  question: string;
  questions: Asked[];
  /** The answer that the owner has written for it since; null if there is none. */
  curatedId: string | null;
}

export interface UnansweredGroupRow extends QuestionGroup<UnansweredQuestion> {
  passages: NearestPassage[];
}

export interface UnansweredService {
  /** Groups the latest 2,000 questions of this time range with a refused or unsure answer. The largest group comes first. */
  list(projectId: string, range: Range, paging: Paging, signal: AbortSignal): Promise<Page<UnansweredGroupRow>>;
  /** Groups the 2,000 questions with the least certain answers that were given as sure. The least certain group comes first. */
  weakest(
    projectId: string,
    range: Range,
    paging: Paging,
    signal: AbortSignal,
  ): Promise<Page<QuestionGroup<SureAnswer>>>;
  /** Removes answers from the lists and resolves with how many were on them. */
  dismiss(projectId: string, messageIds: string[]): Promise<number>;
}

/** Shows owners which questions their documents do not answer, or may not, and which answers are the weakest. */
export function createUnansweredService({
  store: { reports, conversations },
  finder,
  curated,
}: {
  store: Pick<Store, 'reports' | 'conversations'>;
  finder: UnansweredFinder;
  curated: CuratedFinder;
}): UnansweredService {
  /** Each group newest first. */
  async function grouped<Asked extends { text: string; askedAt: number }>(
    projectId: string,
    asked: Asked[],
  ): Promise<Asked[][]> {
    // Oldest first, so that new questions do not change existing groups.
    const oldestFirst = asked
      .filter(({ text }) => text.trim() !== '')
      .sort((one, other) => one.askedAt - other.askedAt);
    const texts = oldestFirst.map(({ text }) => text);
    const groups = await finder.group(projectId, texts);
    return groups.map((members) => members.flatMap((at) => oldestFirst[at] ?? []).reverse());
  }

  async function describe<Asked extends { text: string; askedAt: number; messageId: string }>(
    projectId: string,
    questions: Asked[],
    signal: AbortSignal,
  ): Promise<QuestionGroup<Asked>> {
    signal.throwIfAborted();
    const question = mostFrequentWording(questions);
    const written = await curated.find(projectId, question, { isFollowUp: false, signal });
    return { id: questions.at(-1)?.messageId ?? '', question, questions, curatedId: written?.id ?? null };
  }

  return {
    async list(projectId, range, { limit, offset }, signal) {
      const groups = await grouped(projectId, await reports.unanswered(projectId, range, MAX_QUESTIONS));
      groups.sort((one, other) => other.length - one.length || lastAsked(other) - lastAsked(one));
      const rows: UnansweredGroupRow[] = [];
      for (const questions of groups.slice(offset, offset + limit)) {
        const group = await describe(projectId, questions, signal);
        const passages = await finder.nearest(projectId, group.question, PASSAGES_PER_GROUP, signal);
        rows.push({ ...group, passages });
      }
      return { rows, total: groups.length };
    },

    async weakest(projectId, range, { limit, offset }, signal) {
      const groups = await grouped(projectId, await reports.weakest(projectId, range, MAX_QUESTIONS));
      groups.sort((one, other) => lowest(one) - lowest(other) || lastAsked(other) - lastAsked(one));
      const rows: QuestionGroup<SureAnswer>[] = [];
      for (const questions of groups.slice(offset, offset + limit))
        rows.push(await describe(projectId, questions, signal));
      return { rows, total: groups.length };
    },

    dismiss: (projectId, messageIds) => conversations.dismiss(projectId, messageIds),
  };
}

const lastAsked = ([latest]: { askedAt: number }[]) => latest?.askedAt ?? 0;
const lowest = (answers: SureAnswer[]) => Math.min(...answers.map(({ certainty }) => certainty));
