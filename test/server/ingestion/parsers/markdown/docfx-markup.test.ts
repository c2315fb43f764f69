import { describe, expect, it } from 'vitest';
import { readDocFx } from '../../../../../server/ingestion/parsers/markdown/docfx-markup.ts';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const read = (source: string) => {
  const document = parseMarkdown(bytesOf(source));
  expectSound(document);
  const told = (document.leftOut ?? []).map(({ kind, text }) => `${kind}: ${text}`);
  return [blocksOf(document).map(({ text }) => text), told];
};

describe('the Markdown of DocFX', () => {
  it.each<[what: string, source: string, texts: string[], told: string[]]>([
    [
      'how a quotation looks',
      '> [!div class="nextstepaction"]\n> [Install it](install.md)\n\n> [!div class="checklist"]\n>\n> - One',
      ['Install it', '- One'],
      [],
    ],
    ['a video', 'Text\n\n> [!VIDEO https://videos.example/1]\n\nMore', ['Text', 'More'], []],
    [
      'rows and columns',
      ':::row:::\n:::column span="2":::\nLeft\n:::column-end:::\n   :::column:::\nRight\n   :::column-end:::\n:::row-end:::\n\nAfter',
      ['Left', 'Right', 'After'],
      [],
    ],
    [
      'what is for some readers',
      '::: moniker range=">= v2"\n\nNew\n\n::: moniker-end\n\n:::zone pivot="linux"\n\nLinux\n\n:::zone-end',
      ['New', 'Linux'],
      [],
    ],
    [
      'a picture, and a name',
      '1. Press :::no-loc text="Save":::.\n\n   :::image type="content" source="a.png" alt-text="The open menu" lightbox="b.png":::\n\n2. Wait.',
      ['1. Press Save.', 'The open menu', '2. Wait.'],
      [],
    ],
    [
      'files that are not here, one of them in a sentence',
      'In [!INCLUDE [the app](includes/app.md)] and [!include[it](it.md)].\n\n> [!INCLUDE[foot](foot.md)]\n\n[!code-csharp[Main](a.cs#main)]\n\nMore',
      ['In the app and it.', 'More'],
      ['missing: includes/app.md it.md foot.md a.cs#main'],
    ],
    ['code as it is', '```md\n[!INCLUDE [a](a.md)]\n:::row:::\n```', ['[!INCLUDE [a](a.md)]\n:::row:::'], []],
  ])('is read with %s', (_, source, texts, told) => {
    expect(read(source)).toEqual([texts, told]);
  });

  it('takes linear time', async () => {
    await expectLinear(20_000, (many) => readDocFx(':::image a [!include[a](b '.repeat(many)));
    await expectLinear(20_000, (many) => readDocFx(`:::row:::\n${'> [!div '.repeat(many)}`));
  });
});
