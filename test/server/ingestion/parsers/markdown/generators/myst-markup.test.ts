import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { expectLinear } from '../../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../../make-files.ts';
import { blocksOf, expectSound } from '../../../parse/invariants.ts';
import { paragraph } from '../../expected-blocks.ts';

const read = (...lines: string[]) => {
  const document = parseMarkdown(bytesOf(`# Guide\n\n${lines.join('\n')}\n\nThe end.`));
  expectSound(document);
  return blocksOf(document).slice(1, -1);
};

describe('MyST', () => {
  it.each([
    ['backticks', '```{note}', '```'],
    ['colons', ':::{note}', ':::'],
  ])('sets an admonition of %s apart, without its options', (_what, begin, end) => {
    expect(read(begin, ':class: dropdown', 'Mind *the* gap.', end)).toEqual([
      paragraph('Mind the gap.', { callout: 'note' }),
    ]);
  });

  it('reads directives within others, with their titles', () => {
    const lines = [
      '````{tab-set}',
      '```{tab-item} Linux',
      'Run **it**.',
      '```',
      '```{tab-item} Windows',
      'Click.',
      '```',
    ];
    expect(read(...lines, '````').map(({ text }) => text)).toEqual(['Linux', 'Run it.', 'Windows', 'Click.']);
  });

  it.each<[string, string[], string[]]>([
    ['warning', ['```admonish warning title="Mind this"', 'It is *hot*.', '```'], ['Mind this', 'It is hot.']],
    ['note', ['~~~ admonish', 'It is hot.', '~~~'], ['It is hot.']],
    ['note', ['````admonish example "So"', 'It is hot.', '```', 'on()', '```', '````'], ['So', 'It is hot.', 'on()']],
  ])('reads the %s of mdBook that %j writes as code', (callout, lines, texts) => {
    const blocks = read(...lines);
    expect(blocks.map(({ text }) => text)).toEqual(texts);
    expect(blocks.every((block) => block.callout === callout)).toBe(true);
  });

  it('reads the code of a cell in its language', () => {
    expect(read('```{code-block} python', ':linenos:', 'print("{kbd}`x`")', '```')).toEqual([
      { kind: 'code', text: 'print("{kbd}`x`")', language: 'python' },
    ]);
  });

  it('reads what a picture shows, and the words below a figure', () => {
    expect(read('```{figure} ../a.png', ':alt: The open menu', ':width: 600px', 'Press **Export**.', '```')).toEqual([
      paragraph('The open menu', { picture: true }),
      paragraph('Press Export.'),
    ]);
    expect(read('```{image} ../a.png', ':width: 600px', '```')).toEqual([]);
  });

  it('leaves out names of places, and lists that are made when a site is built', () => {
    expect(read('(the-place)=', '## Place', '', '```{toctree}', 'a', 'b', '```', '', '+++', 'Here.')).toEqual([
      { kind: 'heading', text: 'Place', level: 2 },
      paragraph('Here.'),
    ]);
  });

  it('shows the text of roles', () => {
    const text =
      'Press {kbd}`Enter`, see {doc}`the guide <guide/start>` and {py:func}`~a.b` of {term}`Git` {cite:p}`ann2020`.';
    expect(read(text)).toEqual([
      paragraph('Press Enter, see the guide and a.b of Git (ann2020).', { code: ['Enter', 'a.b'] }),
    ]);
  });

  it('takes no code that ends in braces for a role', () => {
    expect(read('See {kbd}`A`, `/lamps/{id}` and `/chairs/{id}` or `x`.')).toEqual([
      paragraph('See A, /lamps/{id} and /chairs/{id} or x.', { code: ['A', '/lamps/{id}', '/chairs/{id}', 'x'] }),
    ]);
  });

  it('keeps diagrams and code that shows MyST as they are', () => {
    expect(read('```{mermaid}', 'a --> b', '```')).toMatchObject([{ kind: 'code', text: 'a --> b' }]);
    expect(read('````', '```{note}', 'Mind.', '```', '````')).toEqual([
      { kind: 'code', text: '```{note}\nMind.\n```' },
    ]);
  });

  it.each([
    ['directives in directives', ':::{note}\n'],
    ['roles that never end', '{kbd}` {kbd}`` '],
    ['options without an end', '```{note}\n:a: b\n'],
  ])('reads %s in time that grows with their number', async (_what, one) => {
    await expectLinear(100_000, (length) => parseMarkdown(bytesOf(`{a}\`b\`\n${one.repeat(length / one.length)}x`)));
  });
});
