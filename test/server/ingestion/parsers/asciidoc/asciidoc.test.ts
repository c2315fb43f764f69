import { describe, expect, it } from 'vitest';
import { parseAsciiDoc } from '../../../../../server/ingestion/parsers/asciidoc/parse-asciidoc.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';
import { paragraph } from '../expected-blocks.ts';

const read = (text: string) => {
  const document = parseAsciiDoc(bytesOf(text));
  expectSound(document);
  return blocksOf(document);
};
const item = (text: string, depth = 1, more = {}) => ({ kind: 'list-item', text, depth, ...more });

describe('parseAsciiDoc', () => {
  it('makes headings of terms with long definitions, and goes on under the heading before', () => {
    const long = 'It says how the kiln is fired. '.repeat(10).trim();
    const text = `= Kiln

== Rates

ramp:: ${long}
+
----
ramp = 80
----
hold::
  ${long}
* a point
fast::: a name of it

After all.
`;
    expect(read(text).map(({ kind, text, level, depth }) => [kind, level ?? depth ?? 0, text.slice(0, 20)])).toEqual([
      ['heading', 1, 'Kiln'],
      ['heading', 2, 'Rates'],
      ['heading', 3, 'ramp'],
      ['paragraph', 0, long.slice(0, 20)],
      ['code', 0, 'ramp = 80'],
      ['heading', 3, 'hold'],
      ['paragraph', 0, long.slice(0, 20)],
      ['list-item', 1, '- a point'],
      ['list-item', 2, '- fast: a name of it'],
      ['paragraph', 0, 'After all.'],
    ]);
    expect(parseAsciiDoc(bytesOf(text)).blocks.at(-1)?.endsLevel).toBe(3);
  });

  it('reads titles, without authors, settings, comments, conditions and inclusions', () => {
    const text = `// comment
= Manual
Ada Lovelace <ada@example.org>
v1.0, 2026-01-01
:name: Lantern
:toc:

////
hidden
////
Welcome to {name}.

ifdef::name[]
[[care]]
== Care
endif::[]
include::other.adoc[]
=== Oil

Monthly.
`;
    expect(read(text)).toEqual([
      { kind: 'heading', text: 'Manual', level: 1 },
      paragraph('Welcome to Lantern.'),
      { kind: 'heading', text: 'Care', level: 2 },
      { kind: 'heading', text: 'Oil', level: 3 },
      paragraph('Monthly.'),
    ]);
    expect(parseAsciiDoc(bytesOf(text)).title).toBe('Manual');
  });

  it('reads titles that are underlined', () => {
    const text = `kiln-fire(1)
============

:cone: 6

NAME
----
kiln-fire - Fire a kiln

[[options]]
OPTIONS
-------
\`-f\`::
	Fire at once. // no comment

=====
An example of
-------------
ramp = 80
-------------
=====

// comment
[role="x"]
Für Töpfer
~~~~~~~~~~
Cone {cone}:
-----
NOTE
----
// in code
-----

* an item
----------
code
----------

Depth
^^^^^
More
++++
`;
    expect(read(text).map(({ kind, text, level }) => [kind, level ?? 0, text])).toEqual([
      ['heading', 1, 'kiln-fire(1)'],
      ['heading', 2, 'NAME'],
      ['paragraph', 0, 'kiln-fire - Fire a kiln'],
      ['heading', 2, 'OPTIONS'],
      ['list-item', 0, '- -f: Fire at once. // no comment'],
      ['paragraph', 0, 'An example of'],
      ['code', 0, 'ramp = 80'],
      ['heading', 3, 'Für Töpfer'],
      ['paragraph', 0, 'Cone 6:'],
      ['code', 0, 'NOTE\n----\n// in code'],
      ['list-item', 0, '- an item'],
      ['code', 0, 'code'],
      ['heading', 4, 'Depth'],
      ['heading', 5, 'More'],
    ]);
  });

  it.each([
    ['== Rates\n--------\ncode\n--------', 'code'],
    ['A long line of text\n------\ncode\n------', 'code'],
    ['[[a]]\n-----\ncode\n-----', 'code'],
    ['.A title\n--------\ncode\n--------', 'code'],
    ['text\nmore text\n---------\ncode\n---------', 'code'],
    ['!?!?\n----\ncode\n----', 'code'],
  ])('takes no line under another for that of a title: %j', (text, last) => {
    expect(read(text).at(-1)?.kind).toBe(last);
  });

  it.each([
    ['*bold*, _em_, `code` and `+{raw}+`', 'bold, em, code and {raw}', ['code', '{raw}']],
    ['https://example.com[Site^] and link:a.html[A,window=_blank] and {url-site}/x[X]', 'Site and A and X', undefined],
    [
      'xref:how-to:install.adoc#first-steps[] and <<oil,the oil>> and <<fresh_air>>',
      'first steps and the oil and fresh air',
      undefined,
    ],
    [
      'kbd:[Ctrl+C], menu:File[Save > As], menu:Add Lamp[], btn:[OK], image:a.png[a flame], image:b.png[width=30]',
      'Ctrl+C, File > Save > As, Add Lamp, OK, a flame,',
      ['Ctrl+C'],
    ],
    [
      'javadoc:com.example.Lamp[] and configprop:lamp.on[]',
      'com.example.Lamp and lamp.on',
      ['com.example.Lamp', 'lamp.on'],
    ],
    ['man:kiln[1] and kiln:fire[3pm]', 'kiln(1) and fire(3pm)', ['kiln(1)', 'fire(3pm)']],
    ['H~2~O, x^2^, "`quoted`", [.red]#red#, ((term))(((index, term)))', 'H2O, x2, “quoted”, red, term', undefined],
    [
      'snake_case_name, 2 * 3 * 4, C:\\path, a\\*b*, {unknown}, lamp@{2}',
      'snake_case_name, 2 * 3 * 4, C:\\path, a*b*, unknown, lamp@{2}',
      undefined,
    ],
    ['*&#8942;* and &#x2265; 2, &lt;KEY&gt;, AT&T; and R&D', '⋮ and ≥ 2, <KEY>, AT&T; and R&D', undefined],
    ['footnote:[See there.] one +\ntwo', '(See there.) one\ntwo', undefined],
  ])('leaves no markup in %s', (text, shown, code) => {
    expect(read(text).map(({ links, ...block }) => block)).toEqual([paragraph(shown, code && { code })]);
  });

  it('tells what stands for pictures', () => {
    expect(read('Press it.\n\nimage::a.png[The button Export,300]\n\nThe image:b.png[sign] is it.')).toEqual([
      paragraph('Press it.'),
      paragraph('The button Export', { picture: true }),
      paragraph('The sign is it.'),
    ]);
  });

  it('keeps where links lead', () => {
    const text =
      ':site: https://example.com\n\nSee {site}/a[*our* plans^], link:{site}/b[B,window=_blank], link:c.html[C], xref:d.adoc#e[D], xref:how-to:f.adoc[F], <<oil,the oil>>, <<Old title>> and https://example.com/d[].';
    expect(read(text)[0]?.links).toEqual([
      ['our plans', 'https://example.com/a'],
      ['B', 'https://example.com/b'],
      ['C', 'c.html'],
      ['D', 'd.adoc#e'],
      ['the oil', '#oil'],
    ]);
  });

  it('reads lists with their nesting and what hangs on their items', () => {
    const text = `* one
goes on
** inner
+
[source,sh]
----
ls
----
* two

. first
. second

[qanda]
Term:: What it means.
Other::
Below.

* [x] done
`;
    expect(read(text)).toEqual(
      [
        item('- one goes on'),
        item('- inner', 2),
        { kind: 'code', text: 'ls', depth: 2, language: 'sh' },
        item('- two'),
        item('1. first', 2, { ordered: true }),
        item('2. second', 2, { ordered: true }),
        item('- Term: What it means.'),
        item('- Other: Below.'),
        item('- [x] done', 2),
      ].map((block) => block),
    );
  });

  it('gives terms of one description one item, or one heading', () => {
    const long = 'It says how the kiln is fired. '.repeat(10).trim();
    const text = `= Kiln\n\n-f::\n--fire::\n\tAt once.\n\n-q::\n\n--quiet::\n\tSay nothing.\n-v:: More.\n-x::\n`;
    expect(read(text).slice(1)).toEqual([
      item('- -f, --fire: At once.'),
      item('- -q, --quiet: Say nothing.'),
      item('- -v: More.'),
      item('- -x:'),
    ]);
    expect(read(`-f::\n--fire::\n${long}\n\n-q:: ${long}\n`).map(({ text }) => text.slice(0, 10))).toEqual([
      '-f, --fire',
      'It says ho',
      '-q',
      'It says ho',
    ]);
    expect(read('a::\nb:::\nBelow.\n')).toEqual([item('- a:'), item('- b: Below.', 2)]);
  });

  it('finds the description of a term below empty lines', () => {
    const text =
      '-f::\n\n\tFire it\n\tat once.\n+\nAnd wait.\n\n-q::\n\nSay nothing.\n\n-v::\n\n----\ncode\n----\n\n-x::\n\n== Next\n';
    expect(read(text)).toEqual([
      item('- -f: Fire it at once.'),
      paragraph('And wait.', { depth: 1 }),
      item('- -q: Say nothing.'),
      item('- -v:'),
      { kind: 'code', text: 'code' },
      item('- -x:'),
      { kind: 'heading', text: 'Next', level: 2 },
    ]);
  });

  it('keeps code whole, with its language, without the marks of remarks', () => {
    const text = `.app.py
[source,python,subs="verbatim"]
----
def a():  # <1>

    pass <2>
----
<1> A remark.

[configprops,yaml]
----
a: b
----

....
plain
....

\`\`\`js
let x
\`\`\`

 indented
   more
`;
    expect(read(text)).toEqual([
      paragraph('app.py'),
      { kind: 'code', text: 'def a():\n\n    pass', language: 'python' },
      item('1. A remark.', 1, { ordered: true }),
      { kind: 'code', text: 'a: b', language: 'yaml' },
      { kind: 'code', text: 'plain' },
      { kind: 'code', text: 'let x', language: 'js' },
      { kind: 'code', text: 'indented\n  more' },
    ]);
  });

  it('reads notes and quotations apart from the text', () => {
    const text = `WARNING: Hot.

[NOTE]
====
Look.

* here
====

[quote, Ada]
____
Light!
____

****
Beside.
****
`;
    expect(read(text)).toEqual([
      paragraph('Hot.', { callout: 'warning' }),
      paragraph('Look.', { callout: 'note' }),
      item('- here', 1, { callout: 'note' }),
      paragraph('Light!', { callout: 'quote' }),
      paragraph('Ada', { callout: 'quote' }),
      paragraph('Beside.'),
    ]);
  });

  it.each([
    ['its form', '|===\n|Name |Price\n\n|Lamp\n|12 each\n|===\n'],
    ['its attributes', '[cols="1,2a",options="header"]\n|===\n| Name\n| Price\n\n| Lamp\n| 12 each\n|===\n'],
    ['blocks in its cells', '[%header,cols="1,a"]\n|===\n|Name|Price\n\n|Lamp\na|\n--\n12 +\neach\n--\n|===\n'],
    ['commas', '[%header]\n,===\nName,Price\nLamp,12 each\n,===\n'],
    ['cells in one line', '[%header,cols=2*]\n|===\n|Name|Price\n|Lamp|12\neach\n|===\n'],
  ])('reads a table with a header by %s', (_what, text) => {
    expect(read(text)).toEqual([
      { kind: 'table-row', text: 'Name | Price', header: true },
      { kind: 'table-row', text: 'Lamp | 12 each' },
    ]);
  });

  it.each<[what: string, text: string]>([
    ['examples nested a thousand times', Array.from({ length: 1_000 }, (_, at) => '='.repeat(at + 4)).join('\n')],
    ['marks that never close', '`a *b _c #d ^e ~f +g {h <<i [[j ((k "`l '.repeat(10_000)],
    ['a million quotations that never close', '"`a '.repeat(1_000_000)],
    ['a million marks between words', 'a`b*c '.repeat(500_000)],
    ['very many spaces', `a${' '.repeat(200_000)}b:: c`],
    [
      'values that grow',
      `${Array.from({ length: 30 }, (_, at) => `:a${at + 1}: {a${at}}{a${at}}{a${at}}`).join('\n')}\n\nx {a30} \`{a30}\`\n`,
    ],
    ['a table that never ends', `|===\n${'|a b 3+|c '.repeat(20_000)}`],
    ['a cell that is repeated very often', `|===\n${'999*|x\n'.repeat(500)}|===\n`],
    ['very many items of new kinds', '* a\n** b\n. c\na:: d\n'.repeat(10_000)],
    ['brackets that never close', 'a:b['.repeat(30_000)],
  ])('ends with %s', (_what, text) => {
    expect(() => parseAsciiDoc(bytesOf(text))).not.toThrow(RangeError);
  });
});
