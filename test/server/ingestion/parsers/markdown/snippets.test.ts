import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { readSnippets } from '../../../../../server/ingestion/parsers/markdown/snippets.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const read = (source: string) => {
  const document = parseMarkdown(bytesOf(source));
  expectSound(document);
  const told = (document.leftOut ?? []).map(({ kind, text }) => `${kind}: ${text}`);
  return [blocksOf(document).map(({ text }) => text), told];
};

describe('a snippet, whose file is not here,', () => {
  it.each<[string, string, string[], string[]]>([
    ['in code', 'Begin with:\n\n```yaml\n--8<-- "a.yml"\n```\n\nText', ['Begin with:', 'Text'], ['missing: a.yml']],
    ['among code', '```yaml\nname: x\n  --8<-- "a.yml:2:5"\n```', ['name: x'], ['missing: a.yml:2:5']],
    ['in prose', "Text\n\n-8<- 'b.md'\n\nMore", ['Text', 'More'], ['missing: b.md']],
    ['in a block', 'Text\n\n--8<--\na.md\n\nb.md\n--8<--\n\nMore', ['Text', 'More'], ['missing: a.md b.md']],
    [
      'for code',
      'Text\n\n{* ../src/app.py hl[3,5:7] *}\n\n```py\n{!> ../src/b.py!}\n```',
      ['Text'],
      ['missing: ../src/app.py ../src/b.py'],
    ],
    ['twice', 'Text\n\n--8<-- "a.md"\n\n--8<-- "a.md"', ['Text'], ['missing: a.md']],
  ])('is told as missing: %s', (_, source, texts, told) => {
    expect(read(source)).toEqual([texts, told]);
  });

  it.each<[string, string, string[]]>([
    ['it is escaped', '```md\n;--8<-- "a.md"\n```', ['--8<-- "a.md"']],
    ['it is in a line', 'Write `--8<-- "a.md"` there.', ['Write --8<-- "a.md" there.']],
    ['braces hold something else', '{! it is !}\n\n{*one*}', ['{! it is !}', '{one}']],
    ['a block has no end', 'Text\n\n--8<--\n\nMore', ['Text', 'More']],
  ])('is none where %s', (_, source, texts) => {
    expect(read(source)).toEqual([texts, []]);
  });

  it('may be all of a page, which has no text then', () => {
    const { text, leftOut } = parseMarkdown(bytesOf('--8<-- "README.md"\n'));
    expect([text, leftOut]).toEqual(['', [expect.objectContaining({ kind: 'missing', text: 'README.md' })]]);
  });

  it('is found in time in proportion to the text', async () => {
    await expectLinear(40_000, (many) => readSnippets('--8<-- "a\n--8<--\n;--8<- '.repeat(many)));
  });
});
