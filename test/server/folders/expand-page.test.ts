import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandPage } from '../../../server/folders/expand-page.ts';
import { readFolder } from '../../../server/folders/read-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-includes-'));
const folder = join(home, 'docs');
const CODE = 'import os\n# tag::run[]\ndef run():\n    # Start\n    go()\n    # End\n# end::run[]\n';
const FILES: Record<string, string> = {
  '../secret.txt': 'SECRET',
  '.env': 'SECRET',
  'node_modules/a/readme.rst': 'SECRET',
  'parts/note.rst': 'A note.\n\n.. include:: more.rst\n',
  'parts/more.rst': 'More of it.',
  'parts/loop.rst': 'Loop.\n\n.. include:: loop.rst\n',
  'parts/page.md': '# Markdown',
  'parts/_note.mdx': '---\ntitle: x\n---\nimport More from "./more.mdx"\n\nA note.\n\n<More a="b" />\n',
  'parts/more.mdx': 'More of it.',
  'parts/app.md': '---\ntitle: x\n---\n*the* app\n',
  'parts/tip.md': 'A tip of [!INCLUDE [app](app.md)].\n\n- One\n',
  'parts/self.mdx': "import Self from './self.mdx'\n\nSelf.\n\n<Self />\n",
  'code/run.py': CODE,
  'binary.dat': 'SECRET\0',
  'large.txt': 'x'.repeat(1_000_001),
  'part.adoc': '= Part\n\nPart of it. {set}\n\n----\n= no heading\n----\n',
  'modules/ROOT/partials/hint.adoc': 'A hint.',
  'modules/shop/examples/run.rb': 'puts 1',
};

beforeAll(() => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(home, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(home, join(folder, 'up'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The page at a path with what it includes, and what it misses. */
function expanded(path: string, text: string): { text: string; missing: string[] } | null {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  const page = expandPage(folder, path, statSync(join(folder, path)).size);
  return (
    page && {
      text: page.text.replace(/\n{2,}/g, '\n').trim(),
      missing: page.missing,
    }
  );
}

describe('a page of reStructuredText', () => {
  it.each([
    ['Before\n\n.. include:: parts/note.rst\n\nAfter', 'Before\nA note.\nMore of it.\nAfter'],
    ['.. include:: /parts/more.rst', 'More of it.'],
    ['* a\n\n  .. include:: parts/more.rst', '* a\n  More of it.'],
    [
      '.. include:: code/run.py\n   :code: python\n   :start-line: 2\n   :end-line: 3',
      '.. code-block:: python\n   def run():',
    ],
    [
      '.. literalinclude:: code/run.py\n   :language: python\n   :start-after: # Start\n   :end-before: # End\n   :dedent:\n\nEnd',
      '.. code-block:: python\n   go()\nEnd',
    ],
    ['.. literalinclude:: code/run.py\n   :lines: 1,3', '.. code-block::\n   import os\n   def run():'],
    ['.. include:: parts/loop.rst', 'Loop.\n.. include:: loop.rst'],
    ['.. include:: <isonum.txt>\n\nA', '.. include:: <isonum.txt>\nA'],
    ['.. include:: parts/page.md', '.. include:: parts/page.md'],
    ['Write::\n\n   .. include:: parts/more.rst\n\nA', 'Write::\n   .. include:: parts/more.rst\nA'],
    ['.. code-block:: rst\n\n   .. include:: parts/more.rst', '.. code-block:: rst\n   .. include:: parts/more.rst'],
  ])('has what it includes: %j', (text, whole) => {
    expect(expanded('page.rst', text)).toEqual({ text: whole, missing: [] });
  });

  it('finds files beside itself', () => {
    expect(expanded('guide/page.rst', '.. include:: ../parts/more.rst')?.text).toBe('More of it.');
  });
});

describe('a page of AsciiDoc', () => {
  it.each([
    ['Before\n\ninclude::parts/more.rst[]\n\nAfter', 'Before\nMore of it.\nAfter'],
    [':dir: parts\n\ninclude::{dir}/more.rst[]', ':dir: parts\nMore of it.'],
    ['include::part.adoc[leveloffset=+2]', '=== Part\nPart of it. {set}\n----\n= no heading\n----'],
    [
      '----\ninclude::code/run.py[tag=run,indent=2]\n----',
      '----\n  def run():\n      # Start\n      go()\n      # End\n----',
    ],
    ['include::code/run.py[lines="1..1;3"]', 'import os\ndef run():'],
    ['include::code/run.py[]', 'import os\ndef run():\n    # Start\n    go()\n    # End'],
    ['include::gone.adoc[opts=optional]\nA', 'include::gone.adoc[opts=optional]\nA'],
    ['include::https://example.com/a.adoc[]', 'include::https://example.com/a.adoc[]'],
    ['\\include::part.adoc[]', '\\include::part.adoc[]'],
  ])('has what it includes: %j', (text, whole) => {
    expect(expanded('page.adoc', text)).toEqual({ text: whole, missing: [] });
  });

  it('names parts of modules as Antora does', () => {
    const text = 'include::partial$hint.adoc[]\ninclude::shop:example$run.rb[]';
    expect(expanded('modules/ROOT/pages/a.adoc', text)).toEqual({ text: 'A hint.\nputs 1', missing: [] });
  });
});

describe('a page of Antora', () => {
  const attributes: [string, string][] = [
    ['product', 'Kiln'],
    ['full-name', '{product} {page-version}'],
    ['dir', 'modules/ROOT/partials'],
  ];
  const components = [{ above: '', below: '', name: 'shop', version: '2.0', attributes }];
  const read = (text: string, path = 'a.adoc') => {
    writeFileSync(join(folder, path), text);
    return expandPage(folder, path, text.length, { titles: null, components })?.text;
  };

  it.each([
    [
      '= A\n\n{full-name}',
      ':page-version: 2.0\n:product: Kiln\n:full-name: {product} {page-version}\n= A\n\n{full-name}',
    ],
    ['include::{dir}/hint.adoc[]', 'A hint.'],
    ['ifdef::env-site[]\nA', ':env: site\n:env-site:\nifdef::env-site[]\nA'],
    ['= A', undefined],
  ])('has the attributes of its component above it that it uses: %j', (text, whole) => {
    expect(read(text)).toBe(whole);
  });

  it('is as it is in another format, or in no component', () => {
    expect(read('{product}', 'a.rst')).toBeUndefined();
    expect(expandPage(folder, 'a.adoc', 1)).toBeNull();
  });
});

describe('a file that another one includes whole', () => {
  const files = {
    'book.adoc': '= Book\n\ninclude::chapters/one.adoc[leveloffset=+1]\n\ninclude::two.adoc[lines=1]\n',
    'chapters/one.adoc': '= One\n\ninclude::deep.adoc[]\n',
    'chapters/deep.adoc': 'Deep.\n',
    'two.adoc': 'First.\nSecond.\n',
    'ring.adoc': 'Ring.\n\ninclude::round.adoc[]\n',
    'round.adoc': 'Round.\n\ninclude::ring.adoc[]\n',
    'guide.rst': 'Guide\n=====\n\n.. include:: part.rst\n\n.. include:: part.txt\n',
    'part.rst': 'Part.\n',
    'part.txt': 'Part.\r\nOf it.\r\n',
  };
  const parts = join(home, 'parts');
  beforeAll(() => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(parts, path)), { recursive: true });
      writeFileSync(join(parts, path), text);
    }
  });

  it.each([
    ['plain', ['book.adoc', 'guide.rst', 'ring.adoc', 'round.adoc', 'two.adoc']],
    ['sphinx', ['book.adoc', 'guide.rst', 'part.rst', 'ring.adoc', 'round.adoc', 'two.adoc']],
    ['jekyll', Object.keys(files).toSorted()],
  ] as const)('is no document of its own, where the generator makes no page of it: %s', async (site, paths) => {
    const rules = { site, otherForm: false };
    const found = await readFolder(parts, { prefix: '', base: null, rules, include: [], exclude: [] });
    expect(found.map(({ externalId }) => externalId)).toEqual(paths);
  });

  it('is one where the other file is left out', async () => {
    const rules = { site: 'plain' as const, otherForm: false };
    const found = await readFolder(parts, { prefix: '', base: null, rules, include: ['chapters/*'], exclude: [] });
    expect(found.map(({ externalId }) => externalId)).toEqual(['chapters/one.adoc']);
  });
});

describe('a page of MDX', () => {
  it.each([
    [
      "import Note from './parts/_note.mdx';\n\nBefore\n\n<Note />\nAfter",
      'import Note from \'./parts/_note.mdx\';\nBefore\nimport More from "./more.mdx"\nA note.\nMore of it.\nAfter',
    ],
    [
      'import More from "@site/parts/more.mdx"\n\n1. a\n\n   <More\tkind={1} />',
      'import More from "@site/parts/more.mdx"\n1. a\n   More of it.',
    ],
    ["import More from '/parts/more.mdx'\n<More />", "import More from '/parts/more.mdx'\nMore of it."],
    [
      "import Self from 'parts/self.mdx'\n<Self />",
      "import Self from 'parts/self.mdx'\nimport Self from './self.mdx'\nSelf.\n<Self />",
    ],
    [
      "import More from './parts/more.mdx'\n```\n<More />\n```",
      "import More from './parts/more.mdx'\n```\n<More />\n```",
    ],
  ])('has what it imports and shows: %j', (text, whole) => {
    expect(expanded('page.mdx', text)).toEqual({ text: whole, missing: [] });
  });

  it.each(["import Card from '../card.tsx'\n<Card />", 'To import a file:\n<More />'])(
    'is taken as it is where it imports no Markdown: %j',
    (text) => {
      expect(expanded('page.mdx', text)).toBeNull();
    },
  );

  it('keeps its bytes where it imports no Markdown, in whatever encoding', async () => {
    const bytes = Buffer.from('To import caf\xe9:\r\n', 'latin1');
    expanded('latin/page.md', '');
    writeFileSync(join(folder, 'latin/page.md'), bytes);
    const rules = { site: 'plain' as const, otherForm: false };
    const [page] = await readFolder(folder, { prefix: '', base: null, rules, include: ['latin/*'], exclude: [] });
    const sent = await page?.open();
    expect(Buffer.from((await sent?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
  });
});

describe('a page of DocFX', () => {
  it.each([
    ['In [!INCLUDE[app](parts/app.md)], go.', 'In *the* app, go.', []],
    ['> [!include [tip](~/parts/tip.md)]\n\nAfter', '> A tip of *the* app.\n> - One\nAfter', []],
    ['[!INCLUDE [none](parts/none.md)]', '[!INCLUDE [none](parts/none.md)]', ['parts/none.md']],
  ])('has what it includes, as words of a line or as lines: %j', (text, whole, missing) => {
    expect(expanded('page.md', text)).toEqual({ text: whole, missing });
  });
});

describe('an include that leads out of the folder, or to what is no text of it', () => {
  const targets = [
    ...[
      '../secret.txt',
      'parts/../../secret.txt',
      join(home, 'secret.txt'),
      'link.txt',
      'up/secret.txt',
      'up/docs/.env',
    ],
    ...['.env', 'node_modules/a/readme.rst', 'binary.dat', 'large.txt', 'parts', 'gone.txt', '../docs/../secret.txt'],
  ];
  it.each(targets)('stays as it is, and is named: %s', (target) => {
    const rst = `.. include:: ${target}\n\n.. literalinclude:: ${target}`;
    expect(expanded('page.rst', rst)).toEqual({ text: rst.replace('\n\n', '\n'), missing: [target] });
    expect(expanded('page.adoc', `include::${target}[]`)).toEqual({ text: `include::${target}[]`, missing: [target] });
    const mdx = `import A from '${target}.md'\n<A />`;
    expect(expanded('page.mdx', mdx)).toEqual({ text: mdx, missing: [`${target}.md`] });
    const docfx = `[!INCLUDE [a](${target})]`;
    expect(expanded('page.md', docfx)).toEqual({ text: docfx, missing: [target] });
  });

  it('ends at a number, however the files include each other', () => {
    for (const name of ['a', 'b'])
      writeFileSync(join(folder, `${name}.rst`), `x\n${`.. include:: ${name === 'a' ? 'b' : 'c'}.rst\n`.repeat(600)}`);
    writeFileSync(join(folder, 'c.rst'), `${'y'.repeat(200_000)}\n`);
    const page = expandPage(folder, 'a.rst', 1);
    expect(page?.text.length).toBeLessThan(6_000_000);
    expect(page?.text.length).toBeGreaterThan(4_000_000);
  });
});

it('a folder is read with what its pages include, whose changes change them', async () => {
  const options = {
    prefix: '',
    base: null,
    rules: { site: 'plain' as const, otherForm: false },
    include: ['inc/*'],
    exclude: [],
  };
  expanded('inc/a.rst', 'Title\n=====\n\n.. include:: part.txt\n\n.. include:: gone.txt');
  writeFileSync(join(folder, 'inc/part.txt'), 'One.');
  const read = async () => (await readFolder(folder, options)).find(({ externalId }) => externalId === 'inc/a.rst');
  const one = await read();
  const text = await (await one?.open())?.text();
  expect([text?.includes('One.'), one?.size, one?.missing]).toEqual([true, text?.length, ['gone.txt']]);
  writeFileSync(join(folder, 'inc/part.txt'), 'Two.');
  expect((await read())?.contentHash).not.toBe(one?.contentHash);
});
