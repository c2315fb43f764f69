import type { CuratedFinder, NearestPassage, UnansweredFinder } from '../answering/types.ts';
import type { Page, Paging, Store, UnansweredQuestion } from '../store/types.ts';

/** Only the latest refused and unsure answers are grouped: as many as can be grouped within one request. */
const MAX_QUESTIONS = 2_000;
const PASSAGES_PER_GROUP = 3;

/** Questions that ask the same thing, newest first. */
export interface UnansweredGroupRow {
  /** The message id of the oldest question. */
  id: string;
  question: string;
  questions: UnansweredQuestion[];
  passages: NearestPassage[];
  /** The answer that the owner has written for it since; null if there is none. */
  curatedId: string | null;
}

export interface UnansweredService {
  /** Groups the latest 2,000 questions of this time range with a refused or unsure answer. The largest group comes first. */
  list(
    projectId: string,
    range: { from: number; to: number },
    paging: Paging,
    signal: AbortSignal,
  ): Promise<Page<UnansweredGroupRow>>;
  /** Removes answers from the list and resolves with how many were on it. */
  dismiss(projectId: string, messageIds: string[]): Promise<number>;
}

/** Shows owners which questions their documents do not answer, or may not. */
export function createUnansweredService({
  store: { reports, conversations },
  finder,
  curated,
}: {
  store: Pick<Store, 'reports' | 'conversations'>;
  finder: UnansweredFinder;
  curated: CuratedFinder;
}): UnansweredService {
  return {
    async list(projectId, range, { limit, offset }, signal) {
      const asked = (await reports.unanswered(projectId, range, MAX_QUESTIONS)).filter(
        ({ text }) => text.trim() !== '',
      );
      // Oldest first, so that new questions do not change existing groups.
      const oldestFirst = asked.toReversed();
      const texts = oldestFirst.map(({ text }) => text);
      const groups = (await finder.group(projectId, texts)).map((members) =>
        members.flatMap((at) => oldestFirst[at] ?? []).reverse(),
      );
      groups.sort((one, other) => other.length - one.length || lastAsked(other) - lastAsked(one));
      const rows: UnansweredGroupRow[] = [];
      for (const questions of groups.slice(offset, offset + limit)) {
        signal.throwIfAborted();
        const question = mostFrequentText(questions);
        const passages = await finder.nearest(projectId, question, PASSAGES_PER_GROUP, signal);
        const written = await curated.find(projectId, question, { isFollowUp: false, signal });
        const id = questions.at(-1)?.messageId ?? '';
        rows.push({ id, question, questions, passages, curatedId: written?.id ?? null });
      }
      return { rows, total: groups.length };
    },

    dismiss: (projectId, messageIds) => conversations.dismiss(projectId, messageIds),
  };
}

const lastAsked = ([latest]: UnansweredQuestion[]) => latest?.askedAt ?? 0;

/** The most frequent wording, in its latest form. */
function mostFrequentText(questions: UnansweredQuestion[]): string {
  const byWords = Map.groupBy(questions, ({ text }) => text.replace(/\s+/g, ' ').trim().toLowerCase());
  const [most = []] = [...byWords.values()].sort((one, other) => other.length - one.length);
  return most[0]?.text ?? '';
}
