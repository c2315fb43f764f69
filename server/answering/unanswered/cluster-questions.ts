import { readQuestion } from '../../language/read-question.ts';
import { isSpellingVariant } from '../../language/similarity/edit-distance.ts';

/** A question as far as likeness goes: the terms of each word that carries it, one for each stem that the word may have. */
type QuestionProfile = string[][];

/**
 * So large a share of the words of both, and two questions ask for the same: of seven pairs in four languages that do, all
 * are found (“openning hours”, “What are the opening hours?”), and none of seven that differ in the one word that matters
 * (“Do you ship to Chile?”, “… to Norway?”). Vectors do not tell these apart: what is in the same place in the same
 * sentence is near.
 */
const MIN_OVERLAP = 0.6;

/** The profile of a question; `languages` are those whose stems count. */
export function profileOf(text: string, languages: string[]): QuestionProfile {
  const { words, roles } = readQuestion(text, languages);
  // Of function words alone.
  return words.length > 0 ? words : [...roles.keys()].map((term) => [term]);
}

interface Group {
  leader: QuestionProfile;
  /** All terms of the leader. */
  terms: ReadonlySet<string>;
  members: number[];
}

/**
 * Groups questions that ask for the same; returns 0-based indexes into the list. Each question is compared with the first
 * question of every group and joins the most similar one, so that questions added at the end change no group but those that
 * they join. Only questions that share a term are compared at all.
 */
export function clusterQuestions(questions: QuestionProfile[]): number[][] {
  const groups: Group[] = [];
  const byTerm = new Map<string, Set<number>>();
  questions.forEach((question, at) => {
    const group = groups[findNearestCluster(question, groups, byTerm) ?? -1];
    if (group) group.members.push(at);
    else {
      for (const term of question.flat()) byTerm.set(term, (byTerm.get(term) ?? new Set()).add(groups.length));
      groups.push({ leader: question, terms: new Set(question.flat()), members: [at] });
    }
  });
  return groups.map(({ members }) => members);
}

function findNearestCluster(
  question: QuestionProfile,
  groups: Group[],
  byTerm: ReadonlyMap<string, ReadonlySet<number>>,
): number | null {
  const sharing = new Set(question.flat().flatMap((term) => [...(byTerm.get(term) ?? [])]));
  let best: number | null = null;
  let most = 0;
  for (const at of sharing) {
    const group = groups[at];
    const overlap = group ? overlapOf(group, question) : 0;
    if (overlap > most) [best, most] = [at, overlap];
  }
  return best;
}

/** The share of the words of both that are in both, misspelt or not, 0–1; 0 where that is below what is asked for. */
function overlapOf({ leader, terms }: Group, question: QuestionProfile): number {
  const wanted = (MIN_OVERLAP * (leader.length + question.length)) / (1 + MIN_OVERLAP);
  let shared = 0;
  for (const [at, word] of question.entries()) {
    if (shared + question.length - at < wanted) return 0;
    if (word.some((term) => terms.has(term)) || leader.some((other) => isMisspelt(word, other))) shared += 1;
  }
  return shared < wanted ? 0 : shared / (leader.length + question.length - shared);
}

const isMisspelt = ([one = '']: string[], [other = '']: string[]): boolean => isSpellingVariant(one, other);
