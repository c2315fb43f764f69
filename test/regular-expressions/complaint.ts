import type { Expression } from './collect.ts';
import { growthOf } from './examine.ts';

/** What is wrong with an expression whose time grows faster than its text; null for another. */
export function complaintAbout(expression: Expression): string | null {
  const growth = growthOf(expression);
  if (growth === null) return null;
  const { file, line, source, flags } = expression;
  return (
    `${file}:${line}: the time of /${source}/${flags} grows faster than its text (${growth}). Write it so that it does not, ` +
    'as CONTRIBUTING shows, or say in test/regular-expressions/looked-at.ts what bounds its text.'
  );
}
