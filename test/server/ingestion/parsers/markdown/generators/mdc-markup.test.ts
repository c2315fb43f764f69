import { describe, expect, it } from 'vitest';
import { readMdc } from '../../../../../../server/ingestion/parsers/markdown/generators/mdc-markup.ts';
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
const textsOf = (...lines: string[]) => read(...lines).map(({ text }) => text);

describe('MDC', () => {
  it('sets a note apart, and what follows is none', () => {
    expect(read('::note{icon="bell"}', 'Mind *the* gap.', '::', '', 'After.')).toEqual([
      paragraph('Mind the gap.', { callout: 'note' }),
      paragraph('After.'),
    ]);
  });

  it('reads components within others, with their titles', () => {
    const lines = [
      '::card-group',
      '  ::card{title="Play" to="/play"}',
      '  In the browser.',
      '  ::',
      '::',
      '',
      'After.',
    ];
    expect(textsOf(...lines)).toEqual(['Play', 'In the browser.', 'After.']);
  });

  it('makes a section of what opens below its label', () => {
    const [heading, text] = read('::accordion', ':::accordion-item{label="Why?"}', 'So.', ':::', '::');
    expect(heading).toMatchObject({ kind: 'heading', text: 'Why?' });
    expect(text).toMatchObject({ kind: 'paragraph', text: 'So.' });
  });

  it('reads the title and the description among properties, and no other', () => {
    const lines = ['::card', '---', 'icon: bell', "title: 'Play [now]'", 'description: In the *browser*.', '---', '::'];
    expect(textsOf(...lines)).toEqual(['Play now', 'In the browser.']);
  });

  it('shows the parts of a component without their names', () => {
    expect(textsOf('::hero', '#title', 'Fast', '', '#description', 'And small.', '::')).toEqual(['Fast', 'And small.']);
  });

  it('shows what a component within a line says', () => {
    const lines = [
      'Press :kbd[Esc]{size="s"} at :icon{name="x"} 10:am{x}, `:kbd{a}`.',
      '',
      ':read-more{to="/a"}',
      '',
      '::',
    ];
    expect(textsOf(...lines)).toEqual(['Press Esc at 10:am{x}, :kbd{a}.']);
    expect(textsOf(':read-more{title="Pages" to="/a"}', '', '::')).toEqual(['Pages']);
  });

  it('leaves code as it is', () => {
    expect(textsOf('```md', '::note', ':kbd{a="b"}', '#title', '::', '```', '', '::tip', 'Text', '::')).toEqual([
      '::note\n:kbd{a="b"}\n#title\n::',
      'Text',
    ]);
  });

  it('leaves other Markdown as it is', () => {
    const text = 'A::note\n\n::note\n\n:::tip\nText\n:::\n\nstd::vector :x{a}';
    expect(readMdc(text)).toBe(text);
  });

  it('takes linear time', async () => {
    await expectLinear(20_000, (many) => readMdc(`::\n${'::a[{:b{'.repeat(many)}`));
    await expectLinear(2_000, (many) => readMdc('::card\n---\na: b\n'.repeat(many).concat('::\n')));
  });
});
