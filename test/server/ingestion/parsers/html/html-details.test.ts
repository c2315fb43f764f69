import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { KILN, outline, parse } from './outline.ts';

describe('what details show, whose summary is a heading', () => {
  const details = (heading: string, text: string) =>
    `<details open><summary>${heading}</summary><p>${text}</p></details>`;

  it('stands below that heading, and what follows does not', () => {
    const page = `<h1>Kilns</h1><h2>Questions</h2><p>${KILN}</p>${details('<h3>How hot?</h3>', 'Very.')}${details('<svg></svg><h3>How long?</h3>', 'A night.')}<p>Ask us.</p>`;
    expect(outline(page)).toEqual([
      'heading1 Kilns',
      'heading2 Questions',
      `paragraph ${KILN}`,
      'heading3 How hot?',
      'paragraph Very.',
      'heading3 How long?',
      'paragraph A night.',
      'paragraph Ask us.',
    ]);
    expect(parse(page).blocks.at(-1)).toMatchObject({ endsLevel: 3 });
  });
});

it.each<[what: string, make: (count: number) => string]>([
  ['details whose summaries are headings', (count) => '<details><summary><h3>a</h3></summary>'.repeat(count)],
])('reading takes linear time for any number of %s, or is refused', async (_, make) => {
  await expectLinear(50_000, (count) => {
    try {
      parseHtml(bytesOf(make(count)));
    } catch (error) {
      expect(error).toHaveProperty('code');
    }
  });
});
