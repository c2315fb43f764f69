import type { NearestPassage, UnansweredFinder } from '../answering/types.ts';
import type { Page, Paging, Store, UnansweredQuestion } from '../store/types.ts';

/** The latest refused and unsure answers that are looked at: as many as can be grouped while somebody waits. */
const LATEST = 2_000;
const PASSAGES = 3;

/** Questions that ask for the same, newest first. */
export interface UnansweredGroupRow {
  /** Of its oldest question. */
  id: string;
  question: string;
  questions: UnansweredQuestion[];
  passages: NearestPassage[];
}

export interface UnansweredService {
  /** Of the latest 2,000 that were refused or unsure in this time: the most asked first. */
  list(
    projectId: string,
    range: { from: number; to: number },
    paging: Paging,
    signal: AbortSignal,
  ): Promise<Page<UnansweredGroupRow>>;
  /** By the ids of the answers; resolves with how many were set aside now. */
  dismiss(projectId: string, messageIds: string[]): Promise<number>;
}

/** What the documents do not answer, or may not, so that their owner can. */
export function createUnansweredService({
  store: { reports, conversations },
  finder,
}: {
  store: Pick<Store, 'reports' | 'conversations'>;
  finder: UnansweredFinder;
}): UnansweredService {
  return {
    async list(projectId, range, { limit, offset }, signal) {
      const asked = (await reports.unanswered(projectId, range, LATEST)).filter(({ text }) => text.trim() !== '');
      // From the oldest on, so that groups stay as they are while questions are added.
      const oldestFirst = asked.toReversed();
      const texts = oldestFirst.map(({ text }) => text);
      const groups = (await finder.group(projectId, texts)).map((members) =>
        members.flatMap((at) => oldestFirst[at] ?? []).reverse(),
      );
      groups.sort((one, other) => other.length - one.length || lastAsked(other) - lastAsked(one));
      const rows: UnansweredGroupRow[] = [];
      for (const questions of groups.slice(offset, offset + limit)) {
        signal.throwIfAborted();
        const question = mostAsked(questions);
        const passages = await finder.nearest(projectId, question, PASSAGES, signal);
        rows.push({ id: questions.at(-1)?.messageId ?? '', question, questions, passages });
      }
      return { rows, total: groups.length };
    },

    dismiss: (projectId, messageIds) => conversations.dismiss(projectId, messageIds),
  };
}

const lastAsked = ([latest]: UnansweredQuestion[]) => latest?.askedAt ?? 0;

/** The words that most of them use; of several the latest. */
function mostAsked(questions: UnansweredQuestion[]): string {
  const byWords = Map.groupBy(questions, ({ text }) => text.replace(/\s+/g, ' ').trim().toLowerCase());
  const [most = []] = [...byWords.values()].sort((one, other) => other.length - one.length);
  return most[0]?.text ?? '';
}
