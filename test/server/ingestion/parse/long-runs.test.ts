import { describe, expect, it } from 'vitest';
import { parse } from '../../../../server/ingestion/parse/parse.ts';
import { numberFormat } from '../../../../server/ingestion/parsers/archive/number-formats.ts';
import { removeHeadersAndFooters } from '../../../../server/ingestion/parsers/pdf/pdf-headers-footers.ts';
import type { Line } from '../../../../server/ingestion/parsers/pdf/pdf-lines.ts';
import type { DocumentFormat } from '../../../../server/ingestion/types.ts';
import { timesAsLong } from '../../../helpers/timing/growth.ts';
import { bytesOf, makeDocx } from '../make-files.ts';
import { makeEpub } from '../make-office-files.ts';

/** Long enough that its square takes a second, and that documents may have it: a rule, a padded table, encoded data. */
const LENGTH = 30_000;
/** How many times as long as other text of its length a run may take. */
const MOST = 10;

const run = (text: string) => text.repeat(LENGTH / text.length);
const [SPACES, TABS, DIGITS, LETTERS] = [' ', '\t', '1', 'a'].map(run);
/** Without a line feed, the line goes on for a parser. */
const BREAK = '\u2028';

/** What people, programs and those who attack write in long runs. */
const RUNS = [
  ...[' ', '\t', '*', '_', '-', '=', '.', '"', "'", '`', '~', '#', '+', '|', ':', ';', ',', '!', '?', '/', '\\', '^'],
  ...['[', ']', '(', ')', '{', '}', '<', '>', '&', '$', '%', '1', 'a', 'A', '\u00a0', BREAK],
  ...['a ', '* ', '- ', '| ', ' |', '> ', '=-', '[]', '](', '![', '[[', '{{', '{%', '<!', '</', '<a ', '::', '||'],
  ...['`_', '``', 'a_', '1.', 'a.', '. ', ', ', '",', 'a=', 'a-', 'http://', 'a@b.', '&amp;', ', -a b>', '::\ta'],
];
const within = (format: DocumentFormat, text: string) => bytesOf(format === 'html' ? `<p>${text}</p>` : text);

/** One line of each kind that a parser looks at closely, with a run in it and something that ends no such line. */
const LINES: [DocumentFormat, string, string][] = [
  ['rst', 'options', `-a${run(', --a b>')}, others`],
  ['rst', 'a footnote', `.. [1]${SPACES}b${BREAK}c`],
  ['rst', 'a directive', `.. note::${SPACES}b${BREAK}c`],
  ['rst', 'an option of a directive', `.. image:: a\n   :alt:${SPACES}b${BREAK}c`],
  ['rst', 'a substitution', `.. |a| replace::${SPACES}b${BREAK}c`],
  ['rst', 'a term', `a${SPACES}b\n  Its text.`],
  ['rst', 'a line behind a tab', `\t${LETTERS}`],
  ['asciidoc', 'a heading', `= a${SPACES}b`],
  ['asciidoc', 'a note', `NOTE:${SPACES}b${BREAK}c`],
  ['asciidoc', 'a term', `a${run('::\tb')}${BREAK}c`],
  ['asciidoc', 'a setting', `:a:${SPACES}b${BREAK}c`],
  ['asciidoc', 'authors', `= Title\nA${run('<')}`],
  ['asciidoc', 'a line of code', `----\na${SPACES}b\n----`],
  ['asciidoc', 'marks in code', `----\na ${run('<1>')} b\n----`],
  ['asciidoc', 'attributes of code', `[source,${run('subs=a')}]\n----\na\n----`],
  ['asciidoc', 'a picture', `image::a[${TABS}=]`],
  ['text', 'a fence', `~~~${TABS}é`],
  ['html', 'the charset of a page', `${'<meta'.repeat(36)} charset=${' '.repeat(3_900)}é`],
  ['notebook', 'an object', cell('code', '1', `<a${run('.')}<`)],
];

function cell(type: string, source: string, output = ''): string {
  const outputs = [{ output_type: 'execute_result', data: { 'text/plain': output } }];
  return JSON.stringify({ nbformat: 4, cells: [{ cell_type: type, source, outputs }] });
}

/** How many times as long as another document one takes. A document without text counts, too. */
function times(format: DocumentFormat, bytes: Uint8Array, other: Uint8Array): Promise<number> {
  const read = (one: Uint8Array) => parse(format, one, () => undefined).catch(() => undefined);
  return timesAsLong(
    () => read(bytes),
    () => read(other),
    MOST,
  );
}

/** For which `marked` itself takes the square: 30 kB in one paragraph are most of a second. */
const SLOW_IN_MARKED = ['!', 'a_'];

/** With marks: text without any is passed through. */
const ordinary = run('a *word* in `code`, ');

describe('a long run of characters', () => {
  it.each(['text', 'markdown', 'rst', 'asciidoc', 'csv', 'html'] as const)(
    'takes no longer in %s than other text',
    async (format) => {
      const other = within(format, `a ${ordinary} a`);
      const slow: string[] = [];
      for (const one of RUNS) {
        if (format === 'markdown' && SLOW_IN_MARKED.includes(one)) continue;
        const found = await times(format, within(format, `a ${run(one)} a`), other);
        if (found > MOST) slow.push(`${JSON.stringify(one)} (${Math.round(found)} times)`);
      }
      expect(slow).toEqual([]);
    },
  );

  it.each(LINES)('takes no longer in %s, in %s, than other text', async (format, _what, text) => {
    const words = format === 'notebook' ? cell('markdown', ordinary, ordinary) : ordinary;
    expect(await times(format, bytesOf(text), bytesOf(words))).toBeLessThan(MOST);
  });

  it.each([
    [
      'docx',
      'ruby annotations without an end',
      () => makeDocx(`<w:fldSimple/>${run('<w:rt ')}`),
      () => makeDocx(`<w:fldSimple/>${run('<w:re ')}`),
    ],
    [
      'epub',
      'declarations without an end',
      () => makeEpub([run('<!DOCTYPE[ ').repeat(5)]),
      () => makeEpub([run('<!DOCTYPF[ ').repeat(5)]),
    ],
  ] as const)('takes no longer in %s, in %s, than other text', async (format, _what, make, other) => {
    expect(await times(format, make(), other())).toBeLessThan(MOST);
  });

  it.each([
    ['spaces behind a bracket', `(${SPACES}x`],
    ['spaces between words', `a${SPACES}b`],
    ['numbers', Array.from({ length: 2_000 }, (_, at) => at).join(' ')],
  ])('takes no longer at the edge of a page than other text: %s', async (_what, text) => {
    // The edge is in small print, where any number may count with the pages.
    const line = (content: string, baseline: number, size: number): Line => ({
      cells: [{ text: content, left: 50, right: 500 }],
      ...{ left: 50, right: 500, bold: false, monospaced: false, baseline, size },
    });
    const read = (edge: string) => {
      const pages = Array.from({ length: 4 }, (_, at) => ({
        ...{ page: at + 1, height: 800, turned: [] },
        regions: [[line(edge, 20, 8), line(`${ordinary}${ordinary}`, 100, 11), line('The end.', 120, 11)]],
      }));
      for (let n = 0; n < 5; n += 1) removeHeadersAndFooters(pages);
    };
    const most = await timesAsLong(
      () => read(text),
      () => read(ordinary),
      MOST,
    );
    expect(most).toBeLessThan(MOST);
  });

  it.each([`[$${LETTERS}`, run('[$'), run('[\n'), run('"'), DIGITS ?? ''])(
    'takes no longer in the format of a number than other text (%#)',
    async (code) => {
      const read = (format: string) => {
        for (let n = 0; n < 10; n += 1) numberFormat(format);
      };
      const most = await timesAsLong(
        () => read(code),
        () => read(run('"a" ')),
        MOST,
      );
      expect(most).toBeLessThan(MOST);
    },
  );
});
