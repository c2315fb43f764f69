import { type BuildingSite, collectExpressions, type Expression, expressionsBuiltBy } from './collect.ts';
import { repeats } from './examine.ts';
import { BUILT_WHEN_CALLED, LOOKED_AT } from './looked-at.ts';

export interface Shipped {
  /** Those written out, those that are built when their file is loaded, and examples of the others. */
  expressions: Expression[];
  /** All places that build expressions, and those of them that did so when their file was loaded. */
  sites: BuildingSite[];
  built: Expression[];
}

/** The regular expressions of what is shipped. */
export function shippedExpressions(): Shipped {
  const { written, sites } = collectExpressions();
  const files = sites.map(({ file }) => file).filter((file) => !(file in BUILT_WHEN_CALLED));
  const built = expressionsBuiltBy([...new Set(files)]);
  const examples = Object.entries(BUILT_WHEN_CALLED).flatMap(([file, all]) =>
    all.map(({ source, flags }) => ({ file, line: 0, source, flags })),
  );
  return { expressions: [...written, ...built, ...examples], sites, built };
}

/** An expression in a file, as both lists name it. */
export const named = (file: string, { source, flags }: { source: string; flags: string }) =>
  `${file} /${source}/${flags}`;

/** The expressions that rely on the length of their text instead of their form. */
export const lookedAt = new Set(
  LOOKED_AT.flatMap(({ expressions }) =>
    Object.entries(expressions).flatMap(([file, all]) => all.map((one) => named(file, one))),
  ),
);

/** Those that have to take time in proportion to their text, by how they are written. */
export function toExamine(expressions: Expression[]): Map<string, Expression> {
  const open = expressions.filter((one) => repeats(one.source) && !lookedAt.has(named(one.file, one)));
  return new Map(open.map((one) => [`/${one.source}/${one.flags}`, one]));
}
