import type { Clause, Scope } from './analyze-text.ts';
import type { MatchedClause } from './match-clauses.ts';

/** Is a lower limit made of an upper one, or all of what the passage says of some or of nothing else? */
export function compareScope(own: Clause, near: MatchedClause[]): 'limit' | 'quantifier' | null {
  const best = near[0]?.clause;
  if (!best) return null;
  const limits = near.flatMap(({ clause }) => clause.limit ?? []);
  if (own.limit && limits.length > 0 && !limits.includes(own.limit) && own.quantities.length > 0) return 'limit';
  if (!own.scope || !best.scope || !contradicts(own, own.scope, best, best.scope)) return null;
  const { type } = own.scope;
  const isSaid = near.some(({ clause, score }) => score >= (near[0]?.score ?? 0) && clause.scope?.type === type);
  return isSaid ? null : 'quantifier';
}

function contradicts(own: Clause, scope: Scope, other: Clause, otherScope: Scope): boolean {
  if (scope.type === 'some' || otherScope.type === 'some') {
    const types = [scope.type, otherScope.type];
    return types.includes('all') && scope.terms.some((term) => otherScope.terms.includes(term));
  }
  if (scope.type !== 'all' || otherScope.type !== 'only') return false;
  const [first = ''] = scope.terms;
  // “All members” is not “only owners”, nor “all rows” “only rows that …”.
  if (otherScope.terms.includes(first)) return true;
  const has = ({ content }: Clause, term = '') => content.some((token) => token.term === term);
  return !has(other, first) && !has(own, otherScope.terms[0]);
}
