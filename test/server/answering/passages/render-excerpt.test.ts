import { describe, expect, it } from 'vitest';
import { VERBATIM } from '../../../../server/answering/passages/markdown-text.ts';
import { type Excerpt, passageMarkdown, renderExcerpt } from '../../../../server/answering/passages/render-excerpt.ts';
import type { Block } from '../../../../server/store/types.ts';
import { type Part, passage, passageOf } from '../passages.ts';

/** An excerpt of a passage that is made of these blocks, all of it unless `range` says otherwise. */
function excerptOf(parts: Part[], range: Partial<Pick<Excerpt, 'start' | 'end' | 'key'>> = {}): Excerpt {
  const whole = passageOf(parts);
  // The code of a block is told by its place in that.
  const blocks = whole.blocks.map((block) =>
    block.codeSpans
      ? {
          ...block,
          codeSpans: block.codeSpans.map(([from, to]): [number, number] => [from + block.start, to + block.start]),
        }
      : block,
  );
  return { passage: { ...whole, blocks }, start: 0, end: whole.text.length, key: null, ...range };
}
const render = (...parts: Part[]) => renderExcerpt(excerptOf(parts));

describe('the Markdown of an excerpt', () => {
  it.each<[string, Part[], string]>([
    [
      'keeps paragraphs apart',
      [
        ['paragraph', 'One.'],
        ['paragraph', 'Two.'],
      ],
      'One.\n\nTwo.',
    ],
    ['keeps a line break', [['paragraph', 'One\ntwo']], 'One\\\ntwo'],
    [
      'keeps a heading',
      [
        ['heading', 'Prices', { level: 2 }],
        ['paragraph', 'Free.'],
      ],
      '### Prices\n\nFree.',
    ],
    [
      'leaves out headings that have nothing below them',
      [
        ['heading', 'Budgets', { level: 2 }],
        ['heading', 'getBudgets', { level: 3 }],
        ['heading', 'setBudget', { level: 3 }],
        ['heading', 'Transactions', { level: 2 }],
        ['heading', 'Split', { level: 3 }],
        ['paragraph', 'Parts of an amount.'],
      ],
      '### Transactions\n\n### Split\n\nParts of an amount.',
    ],
    [
      'lists headings that stand alone',
      [
        ['heading', '1. Ask for it', { level: 2 }],
        ['heading', '2. Wait', { level: 2 }],
        ['heading', 'Done', { level: 2 }],
      ],
      '1. Ask for it\n2. Wait\n- Done',
    ],
    [
      'leaves out what stands for a picture',
      [
        ['list-item', '1. Press Export.', { depth: 1, ordered: true }],
        ['paragraph', 'The button Export', { depth: 1, picture: true }],
        ['list-item', '2. Save the file.', { depth: 1, ordered: true }],
      ],
      '1. Press Export.\n2. Save the file.',
    ],
    [
      'has what stands for a picture where there is nothing else',
      [['paragraph', 'Map of the halls', { picture: true }]],
      'Map of the halls',
    ],
    [
      'numbers the steps of a list as the document does',
      [
        ['list-item', '3. Save.', { depth: 1, ordered: true }],
        ['list-item', '4. Close.', { depth: 1, ordered: true }],
      ],
      '3. Save.\n4. Close.',
    ],
    ['gives any bullet the same sign', [['list-item', '• Milk', { depth: 1 }]], '- Milk'],
    [
      'indents what stands inside an item',
      [
        ['list-item', '1. Run:', { depth: 1, ordered: true }],
        ['code', 'npm start\n\nnpm test', { depth: 1, language: 'sh' }],
        ['list-item', '- or not', { depth: 2 }],
      ],
      '1. Run:\n\n    ```sh\n    npm start\n\n    npm test\n    ```\n\n    - or not',
    ],
    [
      'does not indent what stands inside an item that is not shown, which would make it code',
      [
        ['paragraph', 'Then wait.', { depth: 2 }],
        ['list-item', '- or not', { depth: 2 }],
        ['list-item', '2. Save.', { depth: 1, ordered: true }],
        ['code', 'a', { depth: 1 }],
      ],
      'Then wait.\n\n- or not\n2. Save.\n\n    ```\n    a\n    ```',
    ],
    ['fences code by more backticks than it has', [['code', 'a ``` b']], '````\na ``` b\n````'],
    [
      'writes rows under the head of their table',
      [
        ['table-row', 'Name | Price', { header: true }],
        ['table-row', 'Adults | 12 | each'],
      ],
      '| Name | Price |  |\n| --- | --- | --- |\n| Adults | 12 | each |',
    ],
    [
      'keeps the place of cells that are empty',
      [
        ['table-row', '| restore | import', { header: true }],
        ['table-row', 'tokens | | valid'],
        ['table-row', 'keys | void |'],
      ],
      '|  | restore | import |\n| --- | --- | --- |\n| tokens |  | valid |\n| keys | void |  |',
    ],
    [
      'shows inline code in the cells of a table as code',
      [
        ['table-row', 'Option | Values | Default', { header: true }],
        [
          'table-row',
          'a_b | x | y | none',
          {
            codeSpans: [
              [0, 3],
              [6, 11],
            ],
          },
        ],
      ],
      '| Option | Values | Default |\n| --- | --- | --- |\n| `a_b` | `x \\| y` | none |',
    ],
    ['gives a table without a head an empty one', [['table-row', 'a | b']], '|  |  |\n| --- | --- |\n| a | b |'],
    ['sets a callout in a quote', [['paragraph', 'Mind\nthe gap.', { callout: 'warning' }]], '> Mind\\\n> the gap.'],
    [
      'keeps the blocks of one callout in one quote',
      [
        ['paragraph', 'Note', { callout: 'note' }],
        ['paragraph', 'Mind it.', { callout: 'note' }],
        ['paragraph', 'Done.'],
      ],
      '> Note\n>\n> Mind it.\n\nDone.',
    ],
    [
      'sets a callout of a list item in a quote within the item',
      [
        ['list-item', '1. Run it.', { depth: 1, ordered: true }],
        ['paragraph', 'Mind:', { depth: 1, callout: 'note' }],
        ['code', 'a\n\nb', { depth: 1, callout: 'note' }],
        ['list-item', '2. Done.', { depth: 1, ordered: true }],
      ],
      '1. Run it.\n\n    > Mind:\n    >\n    > ```\n    > a\n    > \n    > b\n    > ```\n\n2. Done.',
    ],
    [
      'keeps a list within a callout',
      [
        ['list-item', '- One:', { depth: 1, callout: 'note' }],
        ['code', 'a', { depth: 1, callout: 'note' }],
      ],
      '> - One:\n>\n>     ```\n>     a\n>     ```',
    ],
    ['shows inline code as code', [['paragraph', 'Set __x__ to a.', { codeSpans: [[4, 9]] }]], 'Set `__x__` to a.'],
  ])('%s', (_, parts, markdown) => expect(render(...parts)).toBe(markdown));

  it.each([
    ['emphasis', '__proto__ and *all* of snake_case', '\\_\\_proto\\_\\_ and \\*all\\* of snake_case'],
    ['a citation marker', 'row[0] and prices[12]', 'row\\[0\\] and prices\\[12\\]'],
    ['a link', '[here](https://example.com)', '\\[here\\](https://example.com)'],
    ['HTML', '<script> if a < b', '\\<script> if a < b'],
    ['an entity', 'AT&amp;T & co', 'AT\\&amp;T & co'],
    ['a list', '- not an item\n1. nor this\n+ nor this', '\\- not an item\\\n1\\. nor this\\\n\\+ nor this'],
    ['a heading or a quote', '# a\n> b', '\\# a\\\n\\> b'],
    ['code', 'a `b` \\', 'a \\`b\\` \\\\'],
  ])('does not take text for %s', (_, text, markdown) => expect(render(['paragraph', text])).toBe(markdown));

  describe('with links', () => {
    const text = 'Try it! Our `plans` are here. Bye.';
    const excerpt = (label: string, address: string, key: Excerpt['key'] = null): Excerpt => {
      const start = text.indexOf(label);
      const links = [{ start, end: start + label.length, address }];
      const whole = excerptOf([['paragraph', text, { codeSpans: [[12, 19]] }]]);
      const blocks = whole.passage.blocks.map((block) => ({ ...block, links }));
      return { ...whole, passage: { ...whole.passage, blocks }, key };
    };

    it.each([
      ['leads where the document does', 'here', 'https://a.test/b', 'are [here](https://a.test/b). Bye.'],
      ['keeps code in its text', 'Our `plans`', 'https://a.test/', 'it! [Our `` `plans` ``](https://a.test/) are'],
      [
        'is not ended by its address',
        'here',
        "https://a.test/(b)|c'**",
        '[here](https://a.test/%28b%29%7Cc%27%2A%2A).',
      ],
    ])('%s', (_, label, address, part) => expect(renderExcerpt(excerpt(label, address))).toContain(part));

    it('takes none for a picture', () => {
      const shown = renderExcerpt(excerpt(' Our', 'https://a.test/'));
      expect(shown).toContain('it\\![ Our](https://a.test/)');
    });

    it('leaves out those that the key words begin or end in', () => {
      const { passage } = excerpt('here. Bye', 'https://a.test/');
      expect(passageMarkdown(passage, { start: 0, end: text.indexOf(' Bye') })).toContain('are here.** Bye.');
    });

    it('shows a model only their texts', () => {
      expect(renderExcerpt(excerpt('here', 'https://a.test/'), { text: VERBATIM })).toContain('are here.');
    });
  });

  it('has the marker behind the words that are quoted', () => {
    const excerpt = excerptOf([['paragraph', 'It opens at 9. It closes at 6.']]);
    expect(renderExcerpt(excerpt, { cite: { at: 14, marker: ' [1]' } })).toBe('It opens at 9. [1] It closes at 6.');
    expect(renderExcerpt(excerpt, { cite: { at: 30, marker: ' [1]' } })).toBe('It opens at 9. It closes at 6. [1]');
  });

  it('of a whole passage has its quote in bold, also in a list and in a table, and not in code', () => {
    const { passage } = excerptOf([
      ['paragraph', 'It opens at 9. Bring:'],
      ['list-item', '- a map ', { depth: 1 }],
      ['table-row', 'a | b'],
      ['code', 'open'],
      ['paragraph', 'It closes.'],
    ]);
    const quote = { start: 'It opens at 9. '.length, end: passage.text.indexOf('It closes.') };
    expect(passageMarkdown(passage, quote)).toBe(
      'It opens at 9. **Bring:**\n\n- **a map** \n\n|  |  |\n| --- | --- |\n| **a** | **b** |\n\n```\nopen\n```\n\nIt closes.',
    );
  });

  it('shows only its own part, and the head of a table that begins before it', () => {
    const parts: Part[] = [
      ['table-row', 'Name | Price', { header: true }],
      ['table-row', 'Adults | 12'],
      ['table-row', 'Children | 0'],
    ];
    const from = 'Name | Price\n\nAdults | 12\n\n'.length;
    expect(renderExcerpt(excerptOf(parts, { start: from }))).toBe(
      '| Name | Price |\n| --- | --- |\n| Children | 0 |\n\n…',
    );
  });

  it('shows the head of a table that begins in a passage before its own, above the rows of that table alone', () => {
    const text = 'Prices of the day. Name | Price';
    const start = text.indexOf('Name');
    const head = { text, row: { kind: 'table-row' as const, start, end: text.length, header: true as const } };
    const goesOn = { before: true, after: false, head };
    const excerpt = excerptOf([
      ['table-row', 'Adults | 12'],
      ['table-row', 'Children | 0'],
      ['paragraph', 'Or:'],
      ['table-row', 'Dogs | 1'],
    ]);
    expect(renderExcerpt({ ...excerpt, start: excerpt.passage.text.indexOf('Children'), goesOn })).toContain(
      '| Name | Price |\n| --- | --- |\n| Children | 0 |\n\nOr:\n\n|  |  |\n| --- | --- |\n| Dogs | 1 |',
    );
  });

  it('says how many rows of a table are left out; not where it goes on in other passages', () => {
    const excerpt = excerptOf([
      ['table-row', 'Name | Price', { header: true }],
      ['table-row', 'Adults | 12'],
      ['table-row', 'Children | 0'],
      ['table-row', 'Dogs | 1'],
      ['paragraph', 'Prices are in euros.'],
    ]);
    const row = (name: string) => excerpt.passage.text.indexOf(name);
    const left = (change: Partial<Excerpt>) =>
      /(?:^|\n)(\S+ more)$/.exec(renderExcerpt({ ...excerpt, ...change }, { more: (count) => `${count} more` }))?.[1];
    expect(left({ end: row('Children') - 2 })).toBe('2 more');
    expect(left({ start: row('Children') })).toBe('1 more');
    expect(left({ start: row('Children'), end: row('Dogs') - 2 })).toBe('2 more');
    expect(left({})).toBeUndefined();
    const end = row('Prices') - 2;
    const table = {
      ...excerpt.passage,
      text: excerpt.passage.text.slice(0, end),
      blocks: excerpt.passage.blocks.slice(0, -1),
    };
    expect(left({ passage: table, end })).toBeUndefined();
    const goesOn = { before: false, after: true };
    expect(left({ passage: table, end, goesOn })).toBe('null more');
    expect(left({ passage: table, end: row('Children') - 2, goesOn })).toBe('null more');
    expect(left({ end: row('Children') - 2, goesOn })).toBe('2 more');
  });

  it('shows a head that is repeated within its table once, and counts the rows beyond it', () => {
    const head: Part = ['table-row', 'Name | Price', { header: true }];
    const parts: Part[] = [
      head,
      ['table-row', 'Adults | 12'],
      ['table-row', 'Children | 0'],
      head,
      ['table-row', 'Dogs | 1'],
      ['table-row', 'Cats | 2'],
      ['table-row', 'City | Country', { header: true }],
      ['table-row', 'Oslo | Norway'],
    ];
    const more = (count: number | null) => `${count} more`;
    const whole = excerptOf(parts);
    const at = (word: string) => whole.passage.text.indexOf(word);
    const rows = '| Children | 0 |\n| Dogs | 1 |';
    expect(renderExcerpt({ ...whole, start: at('Children'), end: at('Cats') - 2 }, { more })).toBe(
      `| Name | Price |\n| --- | --- |\n${rows}\n\n2 more`,
    );
    expect(renderExcerpt({ ...whole, end: at('Children') - 2 }, { more })).toMatch(/\n\n3 more$/);
    const again = at('Children | 0') + 'Children | 0\n\n'.length;
    expect(renderExcerpt({ ...whole, start: again, end: at('Cats') - 2 }, { more })).toMatch(/\n\n3 more$/);
    expect(renderExcerpt(whole)).toContain('| Cats | 2 |\n\n| City | Country |');
  });

  it('puts the rest of a row that a passage begins with under no head', () => {
    const head: Part = ['table-row', 'Name | Notes', { header: true }];
    const rest: Part = ['table-row', 'and for dogs. | yes', { continued: true }];
    expect(render(rest, head, ['table-row', 'Cats | no'])).toBe(
      '… and for dogs. | yes\n\n| Name | Notes |\n| --- | --- |\n| Cats | no |',
    );
  });

  it('says how many lines of code are missing in it', () => {
    const parts: Part[] = [['code', 'one\ntwo\n\nthree', { depth: 1 }]];
    const more = (count: number | null) => `${count} more`;
    expect(renderExcerpt(excerptOf(parts, { start: 4, end: 7 }), { more })).toBe('```\ntwo\n```\n\n2 more');
    const goesOn = { before: true, after: false };
    expect(renderExcerpt({ ...excerptOf(parts), goesOn }, { more })).toMatch(/\n\nnull more$/);
  });

  it('says where a block goes on', () => {
    expect(renderExcerpt(excerptOf([['paragraph', 'One. Two. Three.']], { end: 9 }))).toBe('One. Two. …');
    expect(renderExcerpt(excerptOf([['code', 'one\ntwo']], { end: 3 }))).toBe('```\none\n```\n\n…');
  });

  describe('of a part of a list', () => {
    const items: Part[] = ['- Milk', '- Bread', '- Salt'].map((text) => ['list-item', text, { depth: 1 }]);
    const { passage } = excerptOf(items);
    const [milk, bread, salt] = passage.blocks.map(({ start, end }) => ({ start, end }));
    const partOf = (from = milk, to = salt) =>
      renderExcerpt({ passage, start: from?.start ?? 0, end: to?.end ?? 0, key: null });

    it('says that there are others before it or after it', () => {
      expect(partOf(milk, bread)).toBe('- Milk\n- Bread\n\n…');
      expect(partOf(bread, salt)).toBe('- Bread\n- Salt\n\n…');
      expect(partOf(bread, bread)).toBe('- Bread\n\n…');
      expect(partOf()).toBe('- Milk\n- Bread\n- Salt');
    });

    it('does not say how many there are where the list goes on in other passages', () => {
      const more = (count: number | null) => `${count} more`;
      const render = (end: number | undefined, list: Record<'before' | 'after', boolean>) =>
        renderExcerpt(
          { passage, start: 0, end: end ?? 0, key: null, goesOn: { before: false, after: false, list } },
          { more },
        );
      expect(render(bread?.end, { before: false, after: true })).toBe('- Milk\n- Bread\n\nnull more');
      expect(render(salt?.end, { before: false, after: true })).toBe('- Milk\n- Bread\n- Salt\n\nnull more');
      expect(render(salt?.end, { before: true, after: false })).toBe('- Milk\n- Bread\n- Salt\n\nnull more');
      expect(render(bread?.end, { before: false, after: false })).toBe('- Milk\n- Bread\n\n1 more');
    });

    it('says no more than the number of a step where steps are before it', () => {
      const steps = excerptOf([
        ['list-item', '1. Stop.', { depth: 1, ordered: true }],
        ['list-item', '2. Save.', { depth: 1, ordered: true }],
        ['paragraph', 'Done.'],
      ]);
      const save = steps.passage.blocks[1] as Block;
      expect(renderExcerpt({ ...steps, start: save.start, end: save.end })).toBe('2. Save.');
    });

    it('says it after the last step that is shown, if there are more', () => {
      const steps = excerptOf(
        [1, 2, 3, 4].map((step) => ['list-item', `${step}. Wait.`, { depth: 1, ordered: true }] satisfies Part),
      );
      const [first, second, third] = steps.passage.blocks;
      if (!first || !second || !third) throw new Error('There is no step.');
      const excerpt = { ...steps, start: second.start, end: second.end, steps: [first, third] };
      expect(renderExcerpt(excerpt)).toBe('1. Wait.\n2. Wait.\n3. Wait.\n\n…');
    });
  });

  it('keeps the number of a step that it cuts', () => {
    const parts: Part[] = [['list-item', '7. One. Two. Three.', { depth: 1, ordered: true }]];
    expect(renderExcerpt(excerptOf(parts, { start: 8, end: 12 }))).toBe('7. … Two. …');
  });

  it('shows the beginnings of the other steps in their places', () => {
    const parts: Part[] = [
      ['list-item', '1. Stop. It takes a while.', { depth: 1, ordered: true }],
      ['code', 'stop', { depth: 1 }],
      ['list-item', '2. Save.', { depth: 1, ordered: true }],
      ['list-item', '3. Start.', { depth: 1, ordered: true }],
    ];
    const { passage, end, ...whole } = excerptOf(parts);
    const [first, , save, start] = passage.blocks;
    if (!first || !save || !start) throw new Error('There is no step.');
    const excerpt = { ...whole, passage, start: save.start, end: save.end, steps: [{ start: 0, end: 8 }, start] };
    expect(renderExcerpt(excerpt)).toBe('1. Stop. …\n2. Save.\n3. Start.');
    const shorter = { ...excerpt, steps: [first, start] };
    expect(renderExcerpt(shorter)).toBe('1. Stop. It takes a while. …\n2. Save.\n3. Start.');
    expect(end).toBe(start.end);
  });

  it('leaves nothing out between an item and what it shows of it next', () => {
    const list = excerptOf([
      ['list-item', '- Leave:', { depth: 1 }],
      ['list-item', '- Twelve weeks.', { depth: 2 }],
      ['list-item', '- Unpaid.', { depth: 2 }],
    ]);
    const [item, first, second] = list.passage.blocks as [Block, Block, Block];
    expect(renderExcerpt({ ...list, start: first.start, steps: [item] })).toBe(
      '- Leave:\n    - Twelve weeks.\n    - Unpaid.',
    );
    expect(renderExcerpt({ ...list, start: second.start, steps: [item] })).toBe('- Leave: …\n    - Unpaid.');
  });

  it('keeps a paragraph within an item apart from the beginning of the item', () => {
    const list = excerptOf([
      ['list-item', '1. Stop.', { depth: 1, ordered: true }],
      ['paragraph', 'It takes a while.', { depth: 1 }],
    ]);
    const [item, paragraph] = list.passage.blocks as [Block, Block];
    expect(renderExcerpt({ ...list, start: paragraph.start, steps: [item] })).toBe('1. Stop.\n\n    It takes a while.');
  });

  it('shows a passage of which no blocks are known as text', () => {
    expect(renderExcerpt({ passage: passage('# Not *so*'), start: 0, end: 10, key: null })).toBe('\\# Not \\*so\\*');
  });
});
