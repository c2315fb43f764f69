import { type CompoundParts, possibleParts } from '../../language/compounds.ts';
import type { QuestionWords } from '../../language/read-question.ts';
import type { Store } from '../../store/types.ts';

/** Hardly a question has more compounds that documents do not have, and each is some dozens of look-ups. */
const MAX_WORDS = 4;

/**
 * The parts of the compounds of a question that no passage has and whose two parts passages have, by the first term of each
 * compound. Of several places where a word may be taken apart, the one whose rarer part is most frequent counts.
 */
export async function compoundsApart(
  search: Pick<Store['search'], 'frequencies'>,
  projectId: string,
  { words, roles, compounds }: Pick<QuestionWords, 'words' | 'roles' | 'compounds'>,
): Promise<Map<string, CompoundParts>> {
  const candidates = words.filter((terms) => terms.some((term) => roles.has(term) && compounds.has(term)));
  if (candidates.length === 0) return new Map();
  const { byTerm: whole } = await search.frequencies(projectId, candidates.flat());
  const unknown = candidates.filter((terms) => terms.every((term) => whole.get(term) === 0)).slice(0, MAX_WORDS);
  if (unknown.length === 0) return new Map();
  const possible = unknown.map((terms) => terms.flatMap((term) => (compounds.get(term) ?? []).flatMap(possibleParts)));
  const { byTerm } = await search.frequencies(projectId, [...new Set(possible.flat(2))]);
  const rarer = (parts: CompoundParts) => Math.min(...parts.map((part) => byTerm.get(part) ?? 0));
  const apart = new Map<string, CompoundParts>();
  unknown.forEach(([term = ''], at) => {
    const [best] = (possible[at] ?? []).sort((one, other) => rarer(other) - rarer(one));
    if (best && rarer(best) > 0) apart.set(term, best);
  });
  return apart;
}

/** The question with the parts of these compounds in their place, as if each was typed as two words. */
export function takeApart(asked: QuestionWords, apart: ReadonlyMap<string, CompoundParts>): QuestionWords {
  if (apart.size === 0) return asked;
  const partsOf = (terms: string[]) => apart.get(terms[0] ?? '');
  // A word has its terms in all languages of the documents: the parts stand where the first of these did.
  const gone = new Set(asked.words.filter(partsOf).flat());
  const roles = [...asked.roles].flatMap(([term, role]) => {
    const terms = apart.get(term) ?? (gone.has(term) ? [] : [term]);
    return terms.map((one) => [one, asked.roles.get(one) ?? role] as const);
  });
  const words = asked.words.flatMap((terms) => partsOf(terms)?.map((part) => [part]) ?? [terms]);
  return { ...asked, roles: new Map(roles), words };
}
