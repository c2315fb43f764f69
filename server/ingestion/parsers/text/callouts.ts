import type { Callout } from '../../types.ts';

const NAMES: Record<Callout, string> = {
  quote: 'quote cite blockquote',
  note: 'note info information important notice abstract seealso remark',
  tip: 'tip hint success check',
  warning: 'warning warn caution danger attention error critical failure',
};
const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([callout, names]) => names.split(' ').map((name) => [name, callout as Callout])),
);

/** The callout that generators of documentation mean by a name (`info`, `caution`), if any. */
export const calloutNamed = (name: string): Callout | undefined => BY_NAME.get(name.toLowerCase());

/** Is it beside the text? A quotation is not. */
export const isAdmonition = (callout: Callout | undefined): boolean => callout !== undefined && callout !== 'quote';
