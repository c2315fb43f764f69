import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { expectLinear } from '../../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../../make-files.ts';
import { blocksOf, expectSound } from '../../../parse/invariants.ts';

const parse = (source: string) => {
  const document = parseMarkdown(bytesOf(source));
  expectSound(document);
  return document;
};
/** Blocks as lines: what surrounds them, and their text. */
const outline = (source: string) =>
  blocksOf(parse(source)).map((block) => {
    const { kind, text } = block;
    const { callout, depth, language } = block as { callout?: string; depth?: number; language?: string };
    return [callout, depth && `in ${depth}`, kind === 'code' ? `code ${language}` : kind === 'heading' ? '#' : '', text]
      .filter((part) => part)
      .join(' | ');
  });

const LONG = `It says how the kiln is fired. ${'It holds for every shelf. '.repeat(8)}`.trim();

/** Pieces of which each begins with one more of what is repeated. */
const steps = (many: number, repeated: string, end: string) =>
  Array.from({ length: many }, (_, index) => repeated.repeat(index + 1) + end).join('');

describe('what generators of documentation add to Markdown', () => {
  it.each<[what: string, source: string, blocks: string[]]>([
    [
      'the label of a tab above the request beside its heading',
      "<Tabs>\n<Tab label=\"REST\">\n\n## Delete a key {{ tag: 'DELETE', label: '/keys' }}\n\nIt is gone.\n\n</Tab>\n</Tabs>",
      ['# | Delete a key', 'REST', 'DELETE /keys', 'It is gone.'],
    ],
    [
      'the request beside a heading of an API',
      "## Delete a key  {{ tag: 'DELETE' , label: '/keys/{id}' }}\nIt is gone.\n\n## Lists {{ className: 'wide' }}\nAll.",
      ['# | Delete a key', 'DELETE /keys/{id}', 'It is gone.', '# | Lists', 'All.'],
    ],
    [
      'a directive with a title',
      ':::tip Did you know?\nText\n:::\nAfter',
      ['tip | Did you know?', 'tip | Text', 'After'],
    ],
    ['a title in brackets', ':::caution[Mind the `gap`]\nText\n:::', ['warning | Mind the gap', 'warning | Text']],
    [
      'a heading in it, which is its title',
      ':::warning\n### Hot\nText\n:::\nAfter',
      ['warning | Hot', 'warning | Text', 'After'],
    ],
    ['a directive with spaces and attributes', '::: warning {#id}\nText\n:::', ['warning | Text']],
    ['a class in braces', '::: {.important}\nText\n:::', ['note | Text']],
    [
      'directives inside each other',
      '::::note\nA\n:::tip\nB\n:::\nC\n::::\nD',
      ['note | A', 'tip | B', 'note | C', 'D'],
    ],
    ['a directive that is no callout', '::: details More\nText\n:::', ['# | More', 'Text']],
    ['a group of code', '::: code-group\n```sh [npm]\nnpm i\n```\n:::', ['code sh | npm i']],
    [
      'a directive in an item',
      '1. One\n   :::note\n   Text\n   :::\n2. Two',
      ['in 1 | 1. One', 'note | in 1 | Text', 'in 1 | 2. Two'],
    ],
    ['a directive without an end', ':::note\nText', ['note | Text']],
    ['a directive without content', 'Before\n\n::youtube{id="1"}\n\nAfter', ['Before', 'After']],
    ['an end without a directive', 'Before\n:::\nAfter', ['Before', 'After']],
    [
      'an admonition',
      '!!! note "A title"\n    Text\n\n    ```js\n    a\n    ```\nAfter',
      ['note | A title', 'note | Text', 'note | code js | a', 'After'],
    ],
    ['a collapsed admonition', '??? danger\n\n    - One\n\nAfter', ['warning | in 1 | - One', 'After']],
    [
      'an admonition whose title holds quotation marks',
      '!!! tip "The "X" lamp"\n    Text\n\n!!! tip "\\"A\\" is one"\n    More',
      ['tip | The "X" lamp', 'tip | Text', 'tip | "A" is one', 'tip | More'],
    ],
    ['an admonition of another kind', '!!! example "Try it"\n    Text', ['Try it', 'Text']],
    [
      'definitions, whose further paragraphs are indented',
      '#### ZONE\n\n: Sets the zone. See\nthere for it.\n\n    Defaults to UTC.\n\n    !!! warning\n\n        Mind it.\n\n: See also `X`.\n\nAfter',
      [
        '# | ZONE',
        'Sets the zone. See there for it.',
        'Defaults to UTC.',
        'warning | Mind it.',
        'See also X.',
        'After',
      ],
    ],
    [
      'definitions of a term',
      'Term\n\n:   One\n:   Two\n\n    - Item\n\n# Next\n\n    code',
      ['Term', 'One', 'Two', 'in 1 | - Item', '# | Next', 'code undefined | code'],
    ],
    ['a definition right below its term', 'Term\n: Text', ['Term: Text']],
    [
      'several definitions of a term, and lists in them',
      'Rate\n: How fast:\n: - slow\n: - fast\n\n: Or none.\nHold\nSoak\n:   How\nlong.\n\n    By hand.\n\nAfter\n\n: all',
      [
        'Rate: How fast:',
        'in 1 | - slow',
        'in 1 | - fast',
        'Or none.',
        'Hold, Soak: How long.',
        'By hand.',
        'After',
        'all',
      ],
    ],
    [
      'a list in the place of a definition',
      'Rate\n: - slow\n\n| A |\n|---|\n: b',
      ['Rate:', 'in 1 | - slow', 'A', ': b'],
    ],
    [
      'terms with long definitions, each of which is a section',
      `## Settings\n\nrate\n: ${LONG}\n\n: More.\n\nhold\n: ${LONG}\n\n    ~~~ sh\n    hold\n    : 1\n    ~~~\n\nAfter.`,
      ['# | Settings', '# | rate', LONG, 'More.', '# | hold', LONG, 'code sh | hold\n: 1', 'After.'],
    ],
    ['no terms in code', '```\nRate\n: slow\n```', ['code undefined | Rate\n: slow']],
    [
      'no terms behind what opens code, within code',
      '```\n```js\n\nRate\n: slow\n```',
      ['code undefined | ```js\n\nRate\n: slow'],
    ],
    [
      'admonitions inside each other',
      '!!! tip\n    A\n    !!! quote\n        B\n    C',
      ['tip | A', 'quote | B', 'tip | C'],
    ],
    [
      'an admonition in an item',
      '- One\n\n    !!! info ""\n        Text\n\n- Two',
      ['in 1 | - One', 'note | in 1 | Text', 'in 1 | - Two'],
    ],
    ['tabs', '=== "Linux"\n\n    Text\n\n=== "macOS"\n\n    More', ['Linux', 'Text', 'macOS', 'More']],
    ['an alert', '> [!WARNING]\n> Take `care`.\n>\n> Twice.', ['warning | Take care.', 'warning | Twice.']],
    [
      'alerts in a row in one quotation',
      '1. Step\n\n   > [!NOTE]\n   > One\n   > [!TIP]\n   > Two\n   >\n   > ```md\n   > [!NOTE]\n   > ```\n   >\n   > [!WARNING]\n   > Three\n\nAfter',
      [
        'in 1 | 1. Step',
        'note | in 1 | One',
        'tip | in 1 | Two',
        'tip | in 1 | code md | [!NOTE]',
        'warning | in 1 | Three',
        'After',
      ],
    ],
    ['an alert on one line', '> [!NOTE] Text', ['note | Text']],
    ['an alert in the older way', '> **Note** Text', ['note | Note Text']],
    ['a quotation', '> Text\n> > inner', ['quote | Text', 'quote | inner']],
    ['a component', '<Aside type="tip" title="A *title*">\nText\n</Aside>', ['tip | A *title*', 'tip | Text']],
    ['a component on one line', '<Warning>Take **care**.</Warning>\nAfter', ['warning | Take care.', 'After']],
    [
      'a component that begins and ends beside its text',
      '<Note>One\ntwo\nthree</Note>\n\nAfter',
      ['note | One two three', 'After'],
    ],
    [
      'steps and tabs, indented',
      '<Steps>\n1. One\n\n   <Tabs>\n     <TabItem label="npm">\n     ```sh\n     npm i\n       -D\n     ```\n     </TabItem>\n   </Tabs>\n2. Two\n</Steps>',
      ['in 1 | 1. One', 'in 1 | npm', 'in 1 | code sh | npm i\n  -D', 'in 1 | 2. Two'],
    ],
    [
      'the label of a tab below the heading that its content begins with',
      'Before\n\n<Tabs>\n<TabItem label="Phone">\n\n### Set up\n\nTap.\n\n</TabItem>\n<TabItem label="Desk">\n\nClick.\n\n</TabItem>\n</Tabs>',
      ['Before', '# | Set up', 'Phone', 'Tap.', 'Desk', 'Click.'],
    ],
    [
      'the label of an indented tab alike',
      'Before\n\n=== "Phone"\n\n    ### Set up\n\n    Tap.\n\nAfter',
      ['Before', '# | Set up', 'Phone', 'Tap.', 'After'],
    ],
    [
      'a tab of one line before a heading',
      '<Tabs>\n<TabItem label="Phone">Tap.</TabItem>\n</Tabs>\n\n## Next\n\nText.',
      ['Phone', 'Tap.', '# | Next', 'Text.'],
    ],
    [
      'steps with titles',
      '<Steps>\n  <Step title="Install it">\n    Run:\n\n    ```sh\n    npm i\n    ```\n\n    <Tip>\n      Or yarn.\n    </Tip>\n  </Step>\n  <Step title="Start">Run `npm start`.</Step>\n</Steps>\n\nDone.',
      [
        'in 1 | 1. Install it',
        'in 1 | Run:',
        'in 1 | code sh | npm i',
        'tip | in 1 | Or yarn.',
        'in 1 | 2. Start',
        'in 1 | Run npm start.',
        'Done.',
      ],
    ],
    [
      'steps that begin with text or with code',
      '{% stepper %}\n{% step %}\nOpen it\n\nClick:\n\n* a\n  * b\n{% endstep %}\n\n{% step %}\n**Save**\n{% endstep %}\n\n{% step %}\n```\nx\n```\n{% endstep %}\n{% endstepper %}\n\n    code',
      [
        'in 1 | 1. Open it',
        'in 1 | Click:',
        'in 2 | - a',
        'in 3 | - b',
        'in 1 | 2. Save',
        'in 1 | code undefined | x',
        'code undefined | code',
      ],
    ],
    [
      'fields of an interface',
      '<ParamField path="page_size" type="array<string>" required>\n  How many.\n</ParamField>\n<ResponseField name="next" type="string" required={false} deprecated={true} default={10}>\n  The `next` one.\n\n  <Expandable title="properties">\n    <ResponseField name="id" />\n  </Expandable>\n</ResponseField>',
      [
        'page_size (array<string>, required)',
        'How many.',
        'next (string, deprecated, default: 10)',
        'The next one.',
        'properties',
        'id',
      ],
    ],
    ['a field without a name', '<ParamField>\nText\n</ParamField>', ['Text']],
    [
      'steps that begin with a heading, which are sections',
      '<Steps>\n  <Step>\n    ### One\n\n    Text\n  </Step>\n</Steps>\n\nAfter',
      ['# | One', 'Text', 'After'],
    ],
    ['a step without a list', '<Step title="One">\nText\n</Step>', ['One', 'Text']],
    [
      'a tag over several lines',
      '<Card\n  title="One"\n  icon={a > b ? "x" : `}`}\n>\n  Text\n</Card>',
      ['One', 'Text'],
    ],
    [
      'what a tag alone shows',
      '<LinkCard title="One" description="Two" />\n\n<Since v="1.2.0" />\n\n<Image src={a} />',
      ['One: Two', 'Since 1.2.0'],
    ],
    [
      'the tabs that slots are shown as, and no other slots',
      '<PackageManagerTabs>\n  <Fragment slot="npm">\n  ```shell\n  npm start\n  ```\n  </Fragment>\n</PackageManagerTabs>\n\n<Card>\n<Fragment slot="body">\nText\n</Fragment>\n</Card>',
      ['npm', 'code shell | npm start', 'Text'],
    ],
    ['tags between words', 'Text <Badge text="new" variant={x} /> and <Icon name="a" />more', ['Text new and more']],
    [
      'keys of the keyboard between words',
      'Press <Key mod="ctrl shift" k="z" /> or <Kbd k="F5" fixed />.',
      ['Press ctrl+shift+z or F5.'],
    ],
    [
      'a component that a sentence lacks a word without',
      'Go to <NavPath path="Settings > Cameras" />.\nClick <Icon name="plus" size={2} /> to add one, or <B title="Undo" />\n\nRead <Icon name="x" />on and see <File path="a/b.md" /> or <Link href="/c" />. <New label="New" />\n\n## Cameras <Badge label="beta" />',
      ['Go to Settings > Cameras. Click plus to add one, or Undo', 'Read on and see or .', '# | Cameras'],
    ],
    [
      'imports and exports',
      "import A from 'a'\nimport {\n  B,\n} from 'b';\n\nexport const c = {\n\n  d: 1,\n};\n\nText",
      ['Text'],
    ],
    [
      'expressions, in MDX only',
      "import A from 'a'\n\nOne{' '}\n{/* no */} {a.map((x) => { return x })}two",
      ['One two'],
    ],
    [
      'tags of HTML whose values are expressions',
      'One\n\n<img src={require("./a.png").default} alt="The lid" style={{ width: "100%" }} />\n\nSee <a href={useBaseUrl("/b")}>the page</a>, `<a href={c}>`.\n\n<img\n  {...picture}\n  alt="The spout"\n/>',
      ['One', 'The lid', 'See the page, <a href={c}>.', 'The spout'],
    ],
    [
      'elements around Markdown in MDX',
      "import A from 'a'\n\n<p>\n**Type:** `string`<br />\nMore\n</p>",
      ['Type: string\nMore'],
    ],
    [
      'elements around Markdown',
      '<div class="warning">\n\nTake *care*\n\n</div>\n\nAfter',
      ['warning | Take care', 'After'],
    ],
    [
      'shortcodes that are callouts',
      '{{< note >}}\nText\n{{< /note >}}\n{{% alert color="warning" title="Mind" %}}\nMore\n{{% /alert %}}',
      ['note | Text', 'warning | Mind', 'warning | More'],
    ],
    [
      'shortcodes that end with a space within',
      '{{< hint style="info" >}}\nText\n{{</ hint >}}\n\nMore',
      ['note | Text', 'More'],
    ],
    ['hints', '{% hint style="danger" %}\nText\n{% endhint %}', ['warning | Text']],
    [
      'shortcodes that open when their label is pressed',
      'Text\n\n{{< details summary="More *of* it" open=true >}}\nInside\n{{< /details >}}\n\n{{% expand "Why?" %}}\nSo.\n{{% /expand %}}\n\n{{< details >}}\nAfter\n{{< /details >}}',
      ['Text', '# | More *of* it', 'Inside', '# | Why?', 'So.', 'After'],
    ],
    [
      'other shortcodes',
      '{{< tab "Linux" >}}\nText\n{{< /tab >}}\n\n{% include "a.md" %}\n\n{% raw %}More{% endraw %}',
      ['Linux', 'Text', 'More'],
    ],
    [
      'tabs that say how they are read',
      '{{< tabpane text=true >}}\n{{% tab header="Linux" %}}\nText\n{{% /tab %}}\n{{< /tabpane >}}\n\nMore',
      ['Linux', 'Text', 'More'],
    ],
    [
      'shortcodes between words',
      'A {{< glossary_tooltip text="pod" term_id="pod" >}} and a [link]({{< ref "a.md" >}}).',
      ['A pod and a link.'],
    ],
    [
      'values of templates in the addresses of links and pictures',
      'See [the page]({{ site.baseurl }}/mobile/) or ![a picture]({{ "/a.png" | relative_url }}), and `[x]({{ y }})`: {{ name }}.',
      ['See the page or a picture, and [x]({{ y }}): {{ name }}.'],
    ],
    ['highlighted code', '{% highlight ruby %}\nputs "{% x %}"\n{% endhighlight %}', ['code ruby | puts "{% x %}"']],
    [
      'ids and attribute lists',
      '## Install {#install}\n\n{: .subtitle }\n\n[Go](a){ .button }{:target="_blank"} on[e](b){ width="20" align=left } {a="b"}',
      ['# | Install', 'Go one {a="b"}'],
    ],
    ['an id with the escapes of MDX', '## `name` \\{#name\\}\n\nA \\{#T\\} is text', ['# | name', 'A {#T} is text']],
    [
      'attribute lists behind references and in the cells of a table',
      '![A lamp][lamp]{ width="400" }\n\n| Part{.wide} | Use |\n|---|---|\n| a{.b} c | d |\n\n[lamp]: a.png',
      ['A lamp', 'Part | Use', 'a{.b} c | d'],
    ],
    [
      'values of templates in the addresses of references, and behind an address',
      'See [the page][page], [#12][] and [the call]({{< tmp "a.md" >}} "The call").\n\n[page]: {{ site.baseurl }}/a/\n[#12]: {% page "/a b" %}',
      ['See the page, #12 and the call.'],
    ],
    [
      'a table whose head has more or fewer columns than the line below it, or tabs there',
      '|Key|Use|\n|:--|:--|:--|\n|a|b|\n\nA | B | C\n--- | ---\n1 | 2 | 3\n\n- Item\n\n  | A | B |\n  |---\t|---\t|\n  | 1 | 2 |\n\na | b\n---\n\nEnd',
      [
        'Key | Use |',
        'a | b |',
        'A | B | C',
        '1 | 2 | 3',
        'in 1 | - Item',
        'in 1 | A | B',
        'in 1 | 1 | 2',
        '# | a | b',
        'End',
      ],
    ],
    [
      'keys of the keyboard',
      'Press ++ctrl+alt+del++ or ++arrow-up++, not C++a++ or i++ and j++',
      ['Press ctrl+alt+del or arrow-up, not C++a++ or i++ and j++'],
    ],
    [
      'icons',
      '## Export :material-export:{ .big }\n\n:octicons-tag-24: v2.0 (:simple-gmail: mail) `:octicons-x:` at 10:am-b: and :tada:',
      ['# | Export', 'v2.0 (mail) :octicons-x: at 10:am-b: and :tada:'],
    ],
    [
      'icons, unless words lack one',
      'Click :material-dots-vertical: and then :octicons-tag-24:, or\nclick :fontawesome-solid-gear:\n\n| See :material-plus: |\n|---|\n\n[Learn more :material-arrow-right:](a) or see :simple-docker: Docker and wait :material-flask:{ title="new" }',
      ['Click "dots vertical" and then "tag", or click "gear"', 'See', 'Learn more or see Docker and wait'],
    ],
    [
      'what leads into a table of contents',
      'Start.\n\nThis page has these parts:\n\n[[toc]]\n\nText',
      ['Start.', 'Text'],
    ],
    ['no heading above one', '# Terms:\n\n[TOC]\n\nText', ['# | Terms:', 'Text']],
    [
      'no other line above one',
      'Keys, which are kept in\na safe:\n\n[TOC]\n\nText',
      ['Keys, which are kept in a safe:', 'Text'],
    ],
    [
      'where Liquid puts what it has captured, but not what a page says of it',
      '<div>\n{% capture kiln %}\n\n## Firing\n\nSlowly.\n\n{% endcapture %}\n{{ kiln | markdownify }}\n</div>\n\n{{- page.end | markdownify -}}\n\n`{{ kiln | markdownify }}`',
      ['# | Firing', 'Slowly.', '{{ kiln | markdownify }}'],
    ],
    [
      'icons of Material that are alone in a cell, which say yes or no',
      '| Plan | Free | Paid | Team |\n|---|---|---|---|\n| Kilns | :material-close: | :material-check-bold:{ .green } | :material-fire: |\n| Fire | :material-check: slow | - |:octicons-x-16:|',
      ['Plan | Free | Paid | Team', 'Kilns | ✗ | ✓ |', 'Fire | slow | - | ✗'],
    ],
    ['tables of contents and inclusions', '[TOC]\n\n[[toc]]\n\n--8<-- "a.md"\n\nText', ['Text']],
    ['comments', '<!-- <Aside>\n\nno -->\nText <!-- no --> more\n\n{/* no\n\n<Aside> */}', ['Text more']],
    [
      'marks of highlighters',
      '```js {1,3} twoslash\n// @errors: 2322\nhidden\n// ---cut---\na(); // [!code ++]\n//  ^?\nb(); <!-- [!code focus] -->\n```',
      ['code js | a();\nb();'],
    ],
  ])('are read, not shown: %s', (_, source, blocks) => {
    expect(outline(source)).toEqual(blocks);
  });

  it.each<[what: string, source: string, blocks: string[]]>([
    [
      'in fences',
      '````md\n:::tip\n<Aside>\n```\n!!! note\n{{< x >}} <!-- a -->\nimport a from "b"\n````',
      ['code md | :::tip\n<Aside>\n```\n!!! note\n{{< x >}} <!-- a -->\nimport a from "b"'],
    ],
    [
      'in fences of items and quotations',
      '- ~~~\n  <Aside>\n  ~~~\n\n> ```\n> <Aside />\n> ```\n',
      ['in 1 | code undefined | <Aside>', 'quote | code undefined | <Aside />'],
    ],
    [
      'in indented code',
      'Text\n\n    :::tip\n    <Aside>\n\n    <!-- a -->',
      ['Text', 'code undefined | :::tip\n<Aside>\n\n<!-- a -->'],
    ],
    ['in inline code', 'Use `<Aside>`, ``{{< a ` >}}`` and `{% raw %}`', ['Use <Aside>, {{< a ` >}} and {% raw %}']],
    ['in preformatted HTML', '<pre>\n:::tip\n\n{{< a >}}\n</pre>', ['code undefined | :::tip\n\n{{< a >}}']],
    ['behind a backslash', '\\{{< a >}} \\<Aside>', ['{{< a >}} <Aside>']],
    [
      'in words',
      'We export default settings.\nimport them: a < B and {b}.',
      ['We export default settings. import them: a < B and {b}.'],
    ],
  ])('stay as they are %s', (_, source, blocks) => {
    expect(outline(source)).toEqual(blocks);
  });

  it.each<[what: string, source: string, blocks: string[]]>([
    [
      'a loop',
      '{% for step in steps %}\n\n    <div class="step">\n        <h3>Firing</h3>\n\n        <p>Turn it.</p>\n\n    </div>\n{% endfor %}\n\nAfter',
      ['Firing', 'Turn it.', 'After'],
    ],
    [
      'an accordion that ends with a list',
      '<div>\n  <h4>Firing</h4>\n\n  <div>\n\n1. Open\n2. Close\n\n    </div>\n\n    </div></div>\n\nAfter',
      ['Firing', '1. Open', '2. Close', 'After'],
    ],
    ['no sample', 'So:\n\n    <div>\n\n    </div>\n\nAfter', ['So:', 'code undefined | <div>\n\n</div>', 'After']],
  ])('reads indented HTML of templates as HTML: %s', (_, source, blocks) => {
    expect(outline(source)).toEqual(blocks.map((block) => expect.stringContaining(block)));
  });

  it('does not read characters of its own in the page as marks', () => {
    expect(outline('\ufdd0t\ufdd1\n\nText \ufdd0w\ufdd1more\n\nAfter')).toEqual(['Text more', 'After']);
  });

  it.each<[what: string, head: string, body: string, texts: string[]]>([
    ['above the text', 'description: What it `is`.', 'Text', ['What it is.', 'Text']],
    ['below the title', 'title: A\ndescription: "It\'s \\"it\\"."', '# A\n\nText', ['A', 'It\'s "it".', 'Text']],
    ['folded', 'description: >-\n  What it\n  is.\nweight: 1', 'Text', ['What it is.', 'Text']],
    ['over several lines', "description: 'What it\n  is: it''s.'", 'Text', ["What it is: it's.", 'Text']],
    [
      'not where the text begins with it',
      'description: What it is.',
      '# A\n\nWhat *it* is. And more.',
      ['A', 'What it is. And more.'],
    ],
    [
      'not where the text has it a little later',
      'description: What it is and what you can do with all of it every day.',
      '![Logo](a.png) Hello.\n\nWhat *it* is, and what you can do with all of it every day.',
      ['Logo Hello.', 'What it is, and what you can do with all of it every day.'],
    ],
    ['not where it is cut out of a text', 'description: Hello What it is and...', 'It is.', ['It is.']],
    ['not where it ends in an ellipsis', 'description: "Hello What it is and…"', 'It is.', ['It is.']],
    ['not where there is none', 'description:\ntags:\n  - a', 'Text', ['Text']],
  ])('uses the description in front matter: %s', (_, head, body, texts) => {
    expect(blocksOf(parse(`---\n${head}\n---\n${body}\n`)).map(({ text }) => text)).toEqual(texts);
  });

  it('tells the description in front matter from the text of the page', () => {
    const { blocks } = parse('---\ndescription: What it is.\n---\nText\n');
    expect(blocks.map(({ summary }) => summary)).toEqual([true, undefined]);
  });

  it('says of a description without a text below that there is no text', () => {
    expect(() => parse('---\ntitle: A\ndescription: What it is.\n---\n\n<!-- a -->\n')).toThrow(
      expect.objectContaining({ code: 'only_front_matter' }),
    );
  });

  it.each([
    ['open directives', 200_000, (many) => ':::note\n'.repeat(many)],
    ['open tags', 200_000, (many) => '<A>\n'.repeat(many)],
    ['tags on one line', 300_000, (many) => '<A>'.repeat(many)],
    ['tags that begin and end on one line', 200_000, (many) => '<A></A>'.repeat(many)],
    ['tags that never end', 200_000, (many) => '<A {`\n'.repeat(many)],
    ['braces that never end', 300_000, (many) => `import a from 'a'\n\n${'{{<'.repeat(many)}`],
    ['comments that never end', 100_000, (many) => '<!-- \n{/* \n'.repeat(many)],
    ['characters of indented definitions', 8_000_000, (many) => steps(Math.sqrt(many / 2), '    ', ': a\n\n')],
    ['terms', 200_000, (many) => 'a\n: b\n\n'.repeat(many)],
    ['lines that may be terms', 500_000, (many) => 'a\n'.repeat(many)],
    ['empty lines in definitions', 500_000, (many) => `a\n: b\n${'\n'.repeat(many)}c`],
    ['characters of indented admonitions', 8_000_000, (many) => steps(Math.sqrt(many / 2), '    ', '!!! a\n')],
    ['characters of runs of backticks', 500_000, (many) => steps(Math.sqrt(2 * many), '`', ' ')],
    ['modules that never end', 100_000, (many) => 'import a from {\n\n'.repeat(many)],
    ['spaces', 500_000, (many) => `- ${' '.repeat(many)}x\n\n${'\t'.repeat(many)}!!! a ${' '.repeat(many)}b`],
    ['keys of front matter', 300_000, (many) => `---\n${'title\n'.repeat(many)}---\nText`],
  ] satisfies [string, number, (many: number) => string][])(
    'takes linear time for any number of %s, or is refused',
    (_, most, source) =>
      expectLinear(most, (many) => {
        try {
          parseMarkdown(bytesOf(source(many)));
        } catch (error) {
          // The reason "too complex" is made of a RangeError.
          if (!(error instanceof RangeError)) expect(error).toHaveProperty('code');
        }
      }),
  );
});
