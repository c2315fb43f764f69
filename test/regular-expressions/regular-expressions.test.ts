import { afterAll, describe, expect, it } from 'vitest';
import { collectExpressions, type Expression, expressionsBuiltBy } from './collect.ts';
import { createExaminer } from './examine.ts';
import { BUILT_WHEN_CALLED, LOOKED_AT } from './looked-at.ts';

const LIST = 'test/regular-expressions/looked-at.ts';
const { written, sites } = collectExpressions();
const loaded = sites.filter(({ file }) => !(file in BUILT_WHEN_CALLED));
const built = expressionsBuiltBy([...new Set(loaded.map(({ file }) => file))]);

const place = ({ file, line }: { file: string; line: number }) => `${file}:${line}`;
const named = (file: string, { source, flags }: { source: string; flags: string }) => `${file} /${source}/${flags}`;
const lookedAt = LOOKED_AT.flatMap(({ expressions }) =>
  Object.entries(expressions).flatMap(([file, all]) => all.map((one) => named(file, one))),
);

const examiner = createExaminer();
afterAll(() => examiner.save());

/** What to do about an expression whose time grows faster than its text. */
function complaint({ file, line, source, flags }: Expression): string[] {
  const growth = lookedAt.includes(named(file, { source, flags })) ? null : examiner.growthOf({ source, flags });
  if (growth === null) return [];
  return [
    `${file}:${line}: the time of /${source}/${flags} grows faster than its text (${growth}). ` +
      `Write it so that it does not, as CONTRIBUTING shows, or say in ${LIST} what bounds its text.`,
  ];
}

describe('the regular expressions of what is shipped', () => {
  it('take time in proportion to their text, or get texts of a bounded length', () => {
    expect([...written, ...built].flatMap(complaint)).toEqual([]);
  });

  it('are all seen, also those that are built of parts', () => {
    const seen = new Set(built.map(place));
    const unseen = loaded.filter((site) => !seen.has(place(site)));
    const advice = `is built when it is called: add what it makes of usual parts to BUILT_WHEN_CALLED in ${LIST}.`;
    expect(unseen.map((site) => `${place(site)}: this expression ${advice}`)).toEqual([]);
    const counts = Object.keys(BUILT_WHEN_CALLED).map((one) => [one, sites.filter(({ file }) => file === one).length]);
    expect(Object.fromEntries(counts), `BUILT_WHEN_CALLED in ${LIST} has one for each place`).toEqual(
      Object.fromEntries(Object.entries(BUILT_WHEN_CALLED).map(([file, examples]) => [file, examples.length])),
    );
    const examples = Object.entries(BUILT_WHEN_CALLED).flatMap(([file, all]) =>
      all.map((one) => ({ file, line: 0, source: one.source, flags: one.flags })),
    );
    expect(examples.flatMap(complaint)).toEqual([]);
  });

  it('that have been looked at are still there', () => {
    const there = new Set([...written, ...built].map((one) => named(one.file, one)));
    const gone = lookedAt.filter((one) => !there.has(one));
    expect(gone.map((one) => `${one} is no longer there: remove it from ${LIST}.`)).toEqual([]);
  });
});
