/**
 * The level of a heading that is the label of what opens when it is pressed: below the heading above (0: there is none), and above
 * those in the panel; null where there is no room between.
 */
export function labelLevel(inside: number | undefined, above: number): number | null {
  const level = Math.min(Math.max(2, above + 1), inside === undefined ? 6 : inside - 1);
  return level > above ? level : null;
}
