import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { expectLinear } from '../../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../../make-files.ts';
import { blocksOf, expectSound } from '../../../parse/invariants.ts';

/** Blocks as lines: the level of headings, the section that ends before them, what they are in, and their text. */
function outline(source: string): string[] {
  const document = parseMarkdown(bytesOf(source));
  expectSound(document);
  return blocksOf(document).map((block) => {
    const { level, callout, depth, endsLevel, text } = block as ReturnType<typeof blocksOf>[number] & {
      endsLevel?: number;
    };
    const marks = [endsLevel && `(ends ${endsLevel})`, level && '#'.repeat(level), callout, depth && `in ${depth}`];
    return [...marks.filter((mark) => mark), text].join(' ');
  });
}

const question = '<details>\n<summary>Who pays?</summary>';

describe('answers in Markdown that open when their question is pressed', () => {
  it.each<[what: string, source: string]>([
    ['between empty lines', `# A\n\n${question}\n\nYou do.\n\n</details>\n\nMore`],
    ['in HTML', `# A\n\n${question}\n<p>You do.</p>\n</details>\n\nMore`],
    ['in boxes', `# A\n\n${question}\n  <div>\n\n   <p>\n    You do.\n   </p>\n\n  </div>\n</details>\n\nMore`],
    ['on one line', '# A\n\n<details><summary>Who pays?</summary>You do.</details>\n\nMore'],
    ['of HTML on one line', '# A\n\n<details open><summary>Who pays?</summary><p>You do.</p></details>\n\nMore'],
    [
      'of HTML on one line of MDX',
      "import A from 'a'\n\n# A\n\n<details><summary>Who pays?</summary><p>You do.</p></details>\n\nMore",
    ],
    ['with the end of the tag behind the text', `# A\n\n${question}\n\nYou do.</details>\n\nMore`],
    ['with the end of a box before it', `# A\n\n${question}\n<div>\n\nYou do.\n\n</div></details>\n\nMore`],
    [
      'with markup in the question',
      '# A\n\n<details class="x">\n\n  <summary class="y">\n    <h3><b>Who\n    pays?</b></h3>\n  </summary>\n\n  You do.\n\n</details>\n\nMore',
    ],
    ['in a directive', '# A\n\n::: details Who pays?\nYou do.\n:::\n\nMore'],
    ['in a component', '# A\n\n<Accordion title="Who pays?">\n  You do.\n</Accordion>\n\nMore'],
  ])('are sections under it, and what follows is not: %s', (_, source) => {
    expect(outline(source)).toEqual(['# A', '## Who pays?', 'You do.', '(ends 2) More']);
  });

  it.each<[what: string, source: string, blocks: string[]]>([
    [
      'one below the other',
      `# A\n## B\n\n${question}\n\nYou.\n</details>\n<details>\n<summary>When?</summary>\n\nNow.\n</details>\n\n## C`,
      ['# A', '## B', '### Who pays?', 'You.', '(ends 3) ### When?', 'Now.', '(ends 3) ## C'],
    ],
    [
      'in each other',
      `# A\n\n${question}\n\nIt depends.\n\n${question}\n\nYou.\n</details>\n\nOr me.\n</details>\n\nMore`,
      ['# A', '## Who pays?', 'It depends.', '### Who pays?', 'You.', '(ends 3) Or me.', '(ends 2) More'],
    ],
    [
      'above a heading in it',
      `# A\n\n${question}\n\n### You\n\nDo.\n\n</details>\n\nMore`,
      ['# A', '## Who pays?', '### You', 'Do.', '(ends 2) More'],
    ],
    [
      'a paragraph where no level is left above a heading in it',
      `# A\n\n## B\n\n${question}\n\n### You\n\nDo.\n\n</details>\n\nMore`,
      ['# A', '## B', 'Who pays?', '### You', 'Do.', 'More'],
    ],
    [
      'a paragraph in a list',
      `# A\n\n- One\n\n  ${question.replace('\n', '\n  ')}\n\n  You do.\n\n  </details>\n\n- Two`,
      ['# A', 'in 1 - One', 'in 1 Who pays?', 'in 1 You do.', 'in 1 - Two'],
    ],
    [
      'a paragraph in a note',
      `# A\n\n:::note\n${question}\n\nYou do.\n\n</details>\n:::\n\nMore`,
      ['# A', 'note Who pays?', 'note You do.', 'More'],
    ],
    ['never closed', `# A\n\n${question}\n\nYou do.`, ['# A', '## Who pays?', 'You do.']],
    ['without a question', '# A\n\n<details>\n\nYou do.\n\n</details>', ['# A', 'You do.']],
    [
      'with more than a question',
      `# A\n\n<details>\n<summary>\n\n${'Long. '.repeat(50)}\n\n</summary>\n\nYou do.\n\n</details>`,
      ['# A', 'Long. '.repeat(50).trim(), 'You do.'],
    ],
    ['a sample', '# A\n\n```html\n<details>\n<summary>Q</summary>\n```', ['# A', '<details>\n<summary>Q</summary>']],
  ])('are read where they stand: %s', (_, source, blocks) => {
    expect(outline(source)).toEqual(blocks);
  });

  it('are read in time that grows with the text', async () => {
    await expectLinear(200_000, (size) => parseMarkdown(bytesOf(`${question}\n\n`.repeat(size / question.length))));
  });
});

describe('menus in Markdown', () => {
  const menu = (target: string) =>
    `# A\n\n<nav>\n<h2>Contents</h2>\n<ul><li><a href="${target}">How to pay</a></li></ul>\n</nav>\n\n### How to pay\n\nBy card.`;

  it('are left out if they lead to places of the same page', () => {
    expect(outline(menu('#pay'))).toEqual(['# A', '### How to pay', 'By card.']);
  });

  it('are read if they lead to other pages', () => {
    expect(outline(menu('/pay'))).toContain('in 1 - How to pay');
  });
});
