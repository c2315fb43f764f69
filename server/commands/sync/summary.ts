import type { BatchEntry, Source } from '@footnote/sdk/contract';
import { FAULTS } from '../check/run-check.ts';
import { plural } from '../command.ts';
import type { Broken, GateVerdict } from './gate.ts';
import type { SyncPlan } from './plan.ts';

/** How many of a kind are named: a comment may have 65,536 characters. */
const SHOWN = 20;
const NAME_CHARACTERS = 120;
const ANSWER_CHARACTERS = 240;
/** Longer addresses are not linked. */
const ADDRESS_CHARACTERS = 240;

const MODES = {
  'dry run': 'Nothing was sent: this is what would be done.',
  trial: 'The change was tried and taken back.',
  'taken back': 'The change was taken back, as it breaks golden questions.',
  kept: 'The project has the change.',
} as const;
export type Mode = keyof typeof MODES;

/** What became of what was sent. */
export interface SyncResult {
  refused: BatchEntry[];
  failed: Source[];
  /** Null where the golden questions were not asked. */
  verdict: GateVerdict | null;
}

export const NO_RESULT: SyncResult = { refused: [], failed: [], verdict: null };

/**
 * What a sync did, as Markdown for a comment on a pull request. Its first line, which is not shown, is the same each time, so that a
 * comment can be found and replaced.
 */
export function summaryOf({
  prefix,
  plan,
  prune,
  mode,
  refused,
  failed,
  verdict,
}: SyncResult & { prefix: string; plan: SyncPlan; prune: boolean; mode: Mode }): string {
  const { added, changed, described, gone } = plan;
  const page = ({ externalId, url }: { externalId: string; url: string | null }) => pageOf(externalId, url);
  const removed = prune ? gone : [];
  const counts = `${added.length} new, ${changed.length} changed, ${removed.length} removed`;
  const problems = [
    ...refused.map(({ name, error }) => `${code(name)} was not taken: ${code(error?.message ?? '')}`),
    ...failed.map(({ external_id = '', error }) => `${code(external_id)} was not read: ${code(error?.message ?? '')}`),
  ];
  const folder = code(prefix === '' ? '.' : prefix);
  return [
    `<!-- footnote-sync ${prefix.replace(/[^\w./-]+/g, '-')} -->`,
    `### Footnote: ${counts} in ${folder}`,
    added.length + changed.length + described.length + removed.length === 0 ? 'Nothing has changed.' : MODES[mode],
    ...(verdict ? [questionsOf(verdict)] : []),
    ...section('Not taken or not read', problems),
    ...section('New', added.map(page)),
    ...section('Changed', changed.map(page)),
    ...section('With a new address or metadata', described.map(page)),
    ...section(
      'Removed',
      removed.map((id) => code(id)),
    ),
    '',
  ].join('\n\n');
}

function questionsOf({ asked, broken }: GateVerdict): string {
  if (broken.length === 0) return `No golden question is broken (${plural(asked, 'question')} asked).`;
  return [`**${broken.length} of ${plural(asked, 'golden question')} broken:**`, listOf(broken.map(brokenOf))].join(
    '\n\n',
  );
}

const brokenOf = ({ question, fault, before, after }: Broken) =>
  [
    `${code(question)}: ${FAULTS[fault]}`,
    `  - before: ${code(before, ANSWER_CHARACTERS)}`,
    `  - after: ${code(after, ANSWER_CHARACTERS)}`,
  ].join('\n');

const section = (title: string, entries: string[]): string[] =>
  entries.length === 0 ? [] : [`**${title}**`, listOf(entries)];

function listOf(entries: string[]): string {
  const shown = entries.slice(0, SHOWN).map((entry) => `- ${entry}`);
  return [...shown, ...(entries.length > SHOWN ? [`- ${entries.length - SHOWN} more`] : [])].join('\n');
}

/** A page with a link to its address, whose path is encoded. */
function pageOf(name: string, url: string | null): string {
  return url === null || url.length > ADDRESS_CHARACTERS || /[<>\s]/.test(url)
    ? code(name)
    : `[${code(name)}](<${url}>)`;
}

/**
 * Text of others as inline code, in which forges see no Markdown, HTML, names of people or commands. The fence is longer than any
 * row of backticks in it.
 */
function code(text: string, characters = NAME_CHARACTERS): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  if (line === '') return '(empty)';
  const cut = [...line].length > characters ? `${[...line].slice(0, characters).join('')}…` : line;
  const longest = Math.max(0, ...(cut.match(/`+/g) ?? []).map((row) => row.length));
  const fence = '`'.repeat(longest + 1);
  // With spaces at both ends, the outermost backticks are those of the fence.
  return longest > 0 ? `${fence} ${cut} ${fence}` : fence + cut + fence;
}
