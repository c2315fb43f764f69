import type { HistoryMessage } from '../../../server/answering/types.ts';
import { draw, type Group, type SetQuestion } from './sets.ts';

/** Questions that the documents of an index cannot answer. */
export interface Foreign {
  questions: SetQuestion[];
  /** The documents in the index: all of the group's, or half of them. */
  documents: Group['documents'];
}

/**
 * Questions in the group's language from sets that share no document with it, so that no document can answer them. If no other
 * set has the language, questions about every second document are asked of an index of the other documents.
 */
export function foreignTo(group: Group, groups: Group[], count: number, random: () => number): Foreign {
  const own = new Set(group.documents.map(({ title }) => title));
  const others = groups.filter(
    (other) =>
      other.set !== group.set &&
      other.language === group.language &&
      !other.documents.some(({ title }) => own.has(title)),
  );
  const alone = ({ history }: SetQuestion) => !history?.length;
  const questions = others.flatMap((other) =>
    draw(other.questions.filter(alone), Math.ceil(count / others.length), random).map(withoutGold),
  );
  if (others.length > 0) return { questions, documents: group.documents };
  const documents = group.documents.filter((_, at) => at % 2 === 0);
  const there = new Set(documents.map(({ doc_id }) => doc_id));
  const away = group.questions.filter(({ gold }) => gold.every(({ doc_id }) => !there.has(doc_id)));
  return { questions: draw(away.filter(alone), count, random).map(withoutGold), documents };
}

/** Whether a question is about these documents only. */
export function isAbout({ gold }: SetQuestion, documents: Group['documents']): boolean {
  const there = new Set(documents.map(({ doc_id }) => doc_id));
  return gold.length > 0 && gold.every(({ doc_id }) => there.has(doc_id));
}

/** Foreign questions within the group's conversations, or after one of its questions if it has no conversations. */
export function foreignFollowUps(group: Group, foreign: SetQuestion[]): SetQuestion[] {
  const conversations = group.questions.flatMap(({ history }) => (history?.length ? [history] : []));
  const histories: HistoryMessage[][] =
    conversations.length > 0
      ? conversations
      : group.questions.map(({ question }) => [{ role: 'user', text: question }]);
  return foreign.flatMap((question, at) => {
    const history = histories[(at * 7) % histories.length];
    return history ? [{ ...question, history }] : [];
  });
}

/** The right documents of another set do not count here. */
function withoutGold(question: SetQuestion): SetQuestion {
  return { ...question, answerable: false, answers: [], answer_type: 'abstractive', gold: [] };
}
