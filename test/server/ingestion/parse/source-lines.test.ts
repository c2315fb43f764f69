import { describe, expect, it } from 'vitest';
import { parse } from '../../../../server/ingestion/parse/parse.ts';
import type { DocumentFormat, ParsedDocument } from '../../../../server/ingestion/types.ts';

const read = (format: DocumentFormat, text: string) =>
  parse(format, Buffer.from(text), () => undefined, undefined, { fileName: 'guide.md', withLines: true });

/** The line at which each mark of a document is, by the words that follow it. */
function marked({ text, blocks }: ParsedDocument): [words: string, line: number][] {
  return blocks.flatMap(({ end, lines = [] }) =>
    lines.map(([at, line], index): [string, number] => [text.slice(at, lines[index + 1]?.[0] ?? end).trim(), line]),
  );
}

const GUIDE = `---
title: Kettles
description: All that there is to know.
---

# How to use it

import Tabs from '@theme/Tabs';

A *kettle* is [filled](https://example.com) with cold water,
and is **never** opened while the water boils.

:::tip Care
Descale it once a month.
:::

## Warranty

- two years for the body
- one year for the cord

| Model | Volume |
|---|---|
| Small | one litre of water |
| Large | two litres of water |

\`\`\`sh
kettle --descale now
\`\`\`
`;

describe('the lines of a file', () => {
  it('are those on which its words are written', async () => {
    const lines = Object.fromEntries(marked(await read('markdown', GUIDE)).map(([words, line]) => [words, line]));
    expect(lines).toMatchObject({
      'How to use it': 6,
      'A kettle is filled with cold water,': 10,
      'and is never opened while the water boils.': 11,
      Warranty: 17,
      '- two years for the body': 19,
      '- one year for the cord': 20,
      'kettle --descale now': 28,
    });
    const source = GUIDE.split('\n');
    for (const [words, line] of Object.entries(lines)) {
      const [first = ''] = /[\p{L}\p{N}]+/u.exec(words) ?? [];
      expect(source[line - 1], words).toContain(first);
    }
  });

  it('are counted as forges count them, with the line ends of any system', async () => {
    const text = 'First of all, fill it.\n\nThen you switch it on.\n';
    for (const end of ['\n', '\r\n'])
      expect(marked(await read('text', text.replaceAll('\n', end)))).toEqual([
        ['First of all, fill it.', 1],
        ['Then you switch it on.', 3],
      ]);
  });

  it('are not guessed where the same words stand more than once', async () => {
    const text = 'Press twice.\n\n<!-- one -->\n\nPress twice.\n\n<!-- two -->\n\nPress twice.\n';
    expect(marked(await read('markdown', text))).toEqual([]);
    const around = `All of the cups are warm.\n\n${text}\nAll of the pots are cold.`;
    expect(marked(await read('markdown', around)).map(([, line]) => line)).toEqual([1, 3, 7, 11, 13]);
  });

  it('are not looked for in formats that are put together of several files', async () => {
    expect(marked(await read('rst', 'Kettles\n=======\n\nFill it with cold water.\n'))).toEqual([]);
  });

  it('are looked for in long texts of few words', async () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `word${index % 7000} and`);
    const { blocks } = await read('text', words.join(' \n'));
    expect(blocks.length).toBeGreaterThan(0);
  });
});
