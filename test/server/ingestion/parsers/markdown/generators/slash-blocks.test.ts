import { describe, expect, it } from 'vitest';
import { readSlashBlocks } from '../../../../../../server/ingestion/parsers/markdown/generators/slash-blocks.ts';
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

describe('blocks of PyMdown', () => {
  it('set a note apart, with its title, and what follows is none', () => {
    expect(read('/// note | Mind', '', 'The *gap*.', '', '///', '', 'After.')).toEqual([
      paragraph('Mind', { callout: 'note' }),
      paragraph('The gap.', { callout: 'note' }),
      paragraph('After.'),
    ]);
  });

  it('have options, of which the kind of an admonition counts', () => {
    const lines = ['/// admonition | Hot', '    type: warning', '    open: true', '', 'Careful.', '///'];
    expect(read(...lines).map(({ callout }) => callout)).toEqual(['warning', 'warning']);
    expect(textsOf(...lines)).toEqual(['Hot', 'Careful.']);
  });

  it('stand within others', () => {
    const lines = [
      '//// tab | Linux',
      '',
      '/// tip',
      'Run it.',
      '///',
      '',
      '////',
      '',
      '//// tab | Windows',
      'Click.',
      '////',
    ];
    expect(textsOf(...lines)).toEqual(['Linux', 'Run it.', 'Windows', 'Click.']);
  });

  it('are sections where they open below their title', () => {
    expect(read('/// details | More', 'So.', '///')[0]).toMatchObject({ kind: 'heading', text: 'More' });
  });

  it('are none in code, in a line, or where none is open', () => {
    expect(textsOf('```', '/// note', '///', '```', '', 'See file:///a and', '', '///')).toEqual([
      '/// note\n///',
      'See file:///a and',
      '///',
    ]);
  });

  it('are found in linear time', async () => {
    await expectLinear(20_000, (many) => readSlashBlocks(`${'/// a | b'.repeat(many)}`));
    await expectLinear(5_000, (many) => readSlashBlocks('/// a\n    b: c\n'.repeat(many)));
  });
});
