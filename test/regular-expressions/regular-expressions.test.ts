import { describe, expect, it } from 'vitest';
import { expressionsIn } from './collect.ts';
import { complaintAbout } from './complaint.ts';
import { readExamined } from './examined.ts';
import { BUILT_WHEN_CALLED } from './looked-at.ts';
import { lookedAt, named, shippedExpressions, toExamine } from './shipped.ts';

const LIST = 'test/regular-expressions/looked-at.ts';
const RECORD = 'run `npm run expressions`';
const { expressions, sites, built } = shippedExpressions();
const open = toExamine(expressions);
const examined = readExamined();

const place = ({ file, line }: { file: string; line: number }) => `${file}:${line}`;

describe('the regular expressions of what is shipped', () => {
  it('take time in proportion to their text, or get texts of a bounded length', { timeout: 600_000 }, () => {
    const unknown = [...open].filter(([name]) => !examined.has(name));
    const complaints = unknown.map(
      ([name, one]) => complaintAbout(one) ?? `${place(one)}: ${name} is new and good: ${RECORD}.`,
    );
    expect(complaints).toEqual([]);
  });

  it('are still there, if they are listed', () => {
    const gone = [...examined].filter((name) => !open.has(name));
    expect(gone.map((name) => `${name} is no longer there: ${RECORD}.`)).toEqual([]);
    const there = new Set(expressions.map((one) => named(one.file, one)));
    const lost = [...lookedAt].filter((name) => !there.has(name));
    expect(lost.map((name) => `${name} is no longer there: remove it from ${LIST}.`)).toEqual([]);
  });

  it('are all seen, also those that are built of parts', () => {
    const seen = new Set(built.map(place));
    const unseen = sites.filter((site) => !(site.file in BUILT_WHEN_CALLED) && !seen.has(place(site)));
    const advice = `is built when it is called: add what it makes of usual parts to BUILT_WHEN_CALLED in ${LIST}.`;
    expect(unseen.map((site) => `${place(site)}: this expression ${advice}`)).toEqual([]);
    const counts = Object.keys(BUILT_WHEN_CALLED).map((one) => [one, sites.filter(({ file }) => file === one).length]);
    expect(Object.fromEntries(counts), `BUILT_WHEN_CALLED in ${LIST} has one for each place`).toEqual(
      Object.fromEntries(Object.entries(BUILT_WHEN_CALLED).map(([file, examples]) => [file, examples.length])),
    );
  });
});

describe('a new regular expression', () => {
  const complaints = (code: string) =>
    [...toExamine(expressionsIn('new.ts', code).written).values()].map(complaintAbout).filter((one) => one !== null);

  it.each([
    ['spaces at an end', '/\\s+$/', '2nd degree polynomial'],
    ['a repeat of a repeat', '/^(?:a+)+$/', 'exponential'],
    ['two repeats of the same behind a lookbehind', '/(?<!b)a*a*c/', '3rd degree polynomial'],
    ['a repeat that has a high bound', '/\\s{1,5000}$/', '2nd degree polynomial'],
  ])('is refused if its time grows faster than its text: %s', (_what, written, growth) => {
    const [complaint, ...others] = complaints(
      `export const trim = (text: string) =>\n  text.replace(${written}, '');\n`,
    );
    expect(complaint).toContain(`new.ts:2: the time of ${written} grows faster than its text (${growth}`);
    expect(others).toEqual([]);
  });

  it('is taken otherwise', () => {
    expect(complaints('/^a+b+$/.test("a"); /(?<!a)a+b/.test("a"); /\\s{1,5}$/.test("a")')).toEqual([]);
  });
});

describe.runIf(process.env.FOOTNOTE_SOAK)('the lists of regular expressions', () => {
  it('are true of each', { timeout: 1_800_000 }, () => {
    expect([...open.values()].map(complaintAbout).filter((one) => one !== null)).toEqual([]);
    const fast = expressions.filter((one) => lookedAt.has(named(one.file, one)) && complaintAbout(one) === null);
    expect(fast.map((one) => `${place(one)} is fast by itself: remove it from ${LIST}.`)).toEqual([]);
  });
});
