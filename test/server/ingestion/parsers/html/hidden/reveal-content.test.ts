import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../../../server/ingestion/chunk/chunk.ts';
import { parseHtml } from '../../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../../make-files.ts';
import { expectSound } from '../../../parse/invariants.ts';
import { outline } from '../outline.ts';

const PROSE = 'Choose the part of the manual that applies to the boat which you have rented from us this year.';
const read = (body: string, head = '') => {
  const document = parseHtml(
    bytesOf(
      `<!doctype html><html lang="en"><head><title>Install | Docs</title>${head}</head><body>${body}</body></html>`,
    ),
  );
  expectSound(document);
  return document;
};
const textOf = (body: string, head = '') => read(body, head).text;
const textsLeftOut = (body: string) => (read(body).leftOut ?? []).map(({ kind, text }) => [kind, text]);
/** A page of documentation with this in its middle. */
const page = (middle: string) =>
  `<main><article><h1>Install</h1><p>${PROSE}</p>${middle}<p>Then start the service.</p></article></main>`;
const around = (text: string) => `Install\n\n${PROSE}\n\n${text}\n\nThen start the service.`;
/** The passages of a page with their headings, each as long as a section. */
const passagesOf = (body: string) =>
  [...chunkDocument(read(body), '', 100)].map(({ headings, text }) => [headings.join(' › '), text]);

const TABS: Record<string, string> = {
  Docusaurus: `<div class="tabs-container"><ul role="tablist"><li role="tab" aria-selected="true">Debian</li><li role="tab">Fedora</li></ul><div><div role="tabpanel"><p>Run apt install kettle.</p></div><div role="tabpanel" hidden=""><p>Run dnf install kettle.</p></div></div></div>`,
  Starlight: `<starlight-tabs><div class="tablist-wrapper"><ul role="tablist"><li role="presentation"><a role="tab" href="#tab-panel-1" id="tab-1" aria-selected="true">Debian</a></li><li role="presentation"><a role="tab" href="#tab-panel-2" id="tab-2">Fedora</a></li></ul></div><div id="tab-panel-1" aria-labelledby="tab-1" role="tabpanel"><p>Run apt install kettle.</p></div><div id="tab-panel-2" aria-labelledby="tab-2" role="tabpanel" hidden><p>Run dnf install kettle.</p></div></starlight-tabs>`,
  'sphinx-tabs': `<div class="sphinx-tabs docutils container"><div aria-label="Tabbed content" role="tablist"><button aria-controls="panel-0" id="tab-0" role="tab">Debian</button><button aria-controls="panel-1" id="tab-1" role="tab">Fedora</button></div><div class="sphinx-tabs-panel" id="panel-0" role="tabpanel"><p>Run apt install kettle.</p></div><div class="sphinx-tabs-panel" hidden="true" id="panel-1" role="tabpanel"><p>Run dnf install kettle.</p></div></div>`,
  'sphinx-design': `<div class="sd-tab-set docutils"><input checked="checked" id="sd-1" name="s" type="radio"><label class="sd-tab-label" for="sd-1">Debian</label><div class="sd-tab-content docutils"><p>Run apt install kettle.</p></div><input id="sd-2" name="s" type="radio"><label class="sd-tab-label" for="sd-2">Fedora</label><div class="sd-tab-content docutils"><p>Run dnf install kettle.</p></div></div>`,
  Nextra: `<div role="tablist"><button role="tab">Debian</button><button role="tab">Fedora</button></div><div role="tabpanel"><p>Run apt install kettle.</p></div><div role="tabpanel" hidden style="display:none"><p>Run dnf install kettle.</p></div>`,
  'MkDocs Material': `<div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked id="__tabbed_1_1" name="t" type="radio"><input id="__tabbed_1_2" name="t" type="radio"><div class="tabbed-labels"><label for="__tabbed_1_1">Debian</label><label for="__tabbed_1_2">Fedora</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Run apt install kettle.</p></div><div class="tabbed-block"><p>Run dnf install kettle.</p></div></div></div>`,
  Bootstrap: `<ul class="nav nav-tabs"><li class="nav-item"><a class="nav-link active" data-toggle="tab" href="#debian">Debian</a></li><li class="nav-item"><a class="nav-link" data-toggle="tab" href="#fedora">Fedora</a></li></ul><div class="tab-content"><div class="tab-pane active" id="debian"><p>Run apt install kettle.</p></div><div class="tab-pane" id="fedora" style="display: none"><p>Run dnf install kettle.</p></div></div>`,
  'Bootstrap without roles': `<ul class="nav nav-pills"><li><button data-bs-toggle="pill" data-bs-target="#p0">Debian</button></li><li><button data-bs-toggle="pill" data-bs-target="#p1">Fedora</button></li></ul><div class="tab-content"><div class="tab-pane" id="p0"><p>Run apt install kettle.</p></div><div class="tab-pane" id="p1" hidden><p>Run dnf install kettle.</p></div></div>`,
  'jQuery UI': `<div id="tabs"><ul><li><a href="#tabs-1">Debian</a></li><li><a href="#tabs-2">Fedora</a></li></ul><div id="tabs-1"><p>Run apt install kettle.</p></div><div id="tabs-2" style="display:none"><p>Run dnf install kettle.</p></div></div>`,
  Antora: `<div class="tabs"><div class="ulist tablist"><ul><li id="tab-1" class="tab is-selected"><p>Debian</p></li><li id="tab-2" class="tab"><p>Fedora</p></li></ul></div><div id="tab-1--panel" class="tabpanel" aria-labelledby="tab-1"><p>Run apt install kettle.</p></div><div id="tab-2--panel" class="tabpanel" aria-labelledby="tab-2" hidden><p>Run dnf install kettle.</p></div></div>`,
  'a script of the page': `<div class="tab"><button onclick="openTab(event, 'Debian')">Debian</button><button onclick="openTab(event, 'Fedora')">Fedora</button></div><div id="Debian" style="display:block"><p>Run apt install kettle.</p></div><div id="Fedora" style="display:none"><p>Run dnf install kettle.</p></div>`,
  'the manual of Django': `<div class="console-block"><input class="c-tab-unix" id="c0" type="radio" name="c" checked><label for="c0" title="Debian">&#xf17c;/&#xf179;</label><input class="c-tab-win" id="c1" type="radio" name="c"><label for="c1" title="Fedora">&#xf17a;</label><section class="c-content-unix"><p>Run apt install kettle.</p></section><section class="c-content-win"><p>Run dnf install kettle.</p></section></div>`,
  'a code group of VitePress': `<div class="vp-code-group vp-adaptive-theme"><div class="tabs"><input type="radio" name="g" id="t1" checked><label data-title="Debian" for="t1">Debian</label><input type="radio" name="g" id="t2"><label data-title="Fedora" for="t2">Fedora</label></div><div class="blocks"><div class="language-sh vp-adaptive-theme active"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre><code>Run apt install kettle.</code></pre></div><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre><code>Run dnf install kettle.</code></pre></div></div></div>`,
};

describe('tabs', () => {
  it.each(Object.entries(TABS))('of %s are all read, each below its label', (_, tabs) => {
    expect(textOf(page(tabs))).toBe(around('Debian\n\nRun apt install kettle.\n\nFedora\n\nRun dnf install kettle.'));
    expect(passagesOf(page(tabs))).toEqual([
      ['Install', PROSE],
      ['Install › Debian', 'Run apt install kettle.'],
      ['Install › Fedora', 'Run dnf install kettle.'],
      ['Install', 'Then start the service.'],
    ]);
  });

  it('may hold headings, tabs and lists, and stand in a list', () => {
    const panels = (first: string, second: string) =>
      `<div role="tablist"><button role="tab">A</button><button role="tab">B</button></div><div role="tabpanel">${first}</div><div role="tabpanel" hidden>${second}</div>`;
    const inner = panels('<p>Inner one.</p>', '<p>Inner two.</p>');
    const body = `<h2>Steps</h2>${panels('<h4>First</h4><p>One.</p>', inner)}<h3>Next</h3><p>Three.</p>`;
    const headings = read(page(body)).blocks.filter(({ kind }) => kind === 'heading');
    expect(headings.map(({ level }) => level)).toEqual([1, 2, 3, 4, 3, 4, 4, 3]);
    expect(textOf(page(`<ol><li><p>Install it.</p>${inner}</li><li>Run it.</li></ol>`))).toBe(
      around('1. Install it.\n\nA:\n\nInner one.\n\nB:\n\nInner two.\n\n2. Run it.'),
    );
  });

  it('have no label that their heading says', () => {
    const panel = (id: string) => `<section role="tabpanel" id="${id}"><h3>${id}</h3><p>About ${id}.</p></section>`;
    const list = '<ul role="tablist"><li><a href="#Steam">Steam</a></li><li><a href="#Water">Water</a></li></ul>';
    expect(textOf(page(`${list}${panel('Steam')}${panel('Water')}`))).toBe(
      around('Steam\n\nAbout Steam.\n\nWater\n\nAbout Water.'),
    );
  });

  it('that lead to headings are a list of contents', () => {
    const contents = '<ul><li><a href="#a">Fill</a></li><li><a href="#b">Boil</a></li></ul>';
    const steps = '<h2 id="a">Fill</h2><p>Two litres.</p><h2 id="b" hidden>Boil</h2><p>Ten minutes.</p>';
    expect(textOf(page(contents + steps))).toBe(around('- Fill\n- Boil\n\nFill\n\nTwo litres.\n\nTen minutes.'));
  });

  it('that are a menu are no tabs', () => {
    const menu = '<div role="tablist"><a role="tab" href="/a">Overview</a> <a role="tab" href="/b">Prices</a></div>';
    expect(textOf(page(`${menu}<p>${PROSE}</p>`))).toContain(`Overview Prices\n\n${PROSE}`);
  });
});

describe('answers that are hidden at first', () => {
  const question = 'How do I cancel?';
  const answer = 'Write to the office two days before.';

  it.each<[kind: string, html: string]>([
    [
      'by jQuery',
      `<div class="faq"><h3 class="q">${question}</h3><div class="a" style="display: none;"><p>${answer}</p></div></div>`,
    ],
    [
      'after a button in a heading',
      `<h3><button aria-expanded="false" aria-controls="p1">${question}</button></h3><div id="p1" role="region" hidden><p>${answer}</p></div>`,
    ],
    ['until they are searched for', `<h3>${question}</h3><div hidden="until-found"><p>${answer}</p></div>`],
    [
      'from screen readers',
      `<h2><button>${question}</button></h2><div class="collapse" aria-hidden="true"><div>${answer}</div></div>`,
    ],
    [
      'after a button',
      `<button aria-expanded="false" aria-controls="p1">${question}</button><div id="p1" hidden>${answer}</div>`,
    ],
    [
      'after a button without attributes',
      `<button class="accordion">${question}</button><div class="panel"><p>${answer}</p></div>`,
    ],
    [
      'after a button without attributes, with a sign that it can be opened',
      `<button class="accordion"><span>${question}</span><div><span>+</span></div></button><div class="panel"><p>${answer}</p></div>`,
    ],
    [
      'in an expander of Confluence',
      `<div class="expand-container"><div class="expand-control">${question}</div><div class="expand-content expand-hidden" style="display:none"><p>${answer}</p></div></div>`,
    ],
    [
      'after a button with an icon and parts',
      `<button aria-expanded="false" aria-controls="p1"><div>How do I</div><div>cancel?</div><i class="icons" aria-hidden="true">expand_more</i></button><div id="p1" hidden>${answer}</div>`,
    ],
    [
      'by a script in a link',
      `<p><a href="javascript:void(0)" onclick="toggle('a1')">${question}</a></p><div id="a1" style="display:none">${answer}</div>`,
    ],
    [
      'after a term with a button',
      `<dl><dt><button aria-expanded="false" aria-controls="d1">${question}</button></dt><dd id="d1" hidden>${answer}</dd></dl>`,
    ],
    ['by two short classes', `<div class="q">${question}</div><div class="a" style="display:none">${answer}</div>`],
    ['in details', `<details><summary><b>${question}</b></summary><p>${answer}</p></details>`],
    [
      'in a collapse of Bootstrap',
      `<div class="accordion-item"><a role="button" data-bs-toggle="collapse" href="#c1">${question}</a><div id="c1" class="accordion-collapse collapse" style="display:none"><div class="accordion-body">${answer}</div></div></div>`,
    ],
  ])('%s are read below their question', (_, html) => {
    expect(textOf(page(html))).toBe(around(`${question}\n\n${answer}`));
    expect(passagesOf(page(html))).toContainEqual([`Install › ${question}`, answer]);
  });

  it('are read in a list of terms', () => {
    expect(textOf(page(`<dl><dt class="q">${question}</dt><dd style="display:none">${answer}</dd></dl>`))).toBe(
      around(`${question}\n\n${answer}`),
    );
  });

  it('keep the text after them out of their section, unless it has a heading', () => {
    const details = `<details><summary>${question}</summary><p>${answer}</p></details>`;
    expect(passagesOf(page(`<h2>FAQ</h2>${details}<h2>End</h2><p>${PROSE}</p>`))).toEqual([
      ['Install', PROSE],
      [`Install › FAQ › ${question}`, answer],
      ['Install › End', `${PROSE}\n\nThen start the service.`],
    ]);
  });

  it('are read below a text that is too long to be their label', () => {
    const long = `${PROSE} ${PROSE} ${PROSE}`;
    expect(textOf(page(`<details><summary>${long}</summary><p>${answer}</p></details>`))).toBe(
      around(`${long}\n\n${answer}`),
    );
  });

  it('are not the page itself', () => {
    const button = '<button aria-expanded="true" aria-controls="page">Hide the menu</button>';
    expect(textOf(`${button}<div id="page"><h1>Install</h1><p>${PROSE}</p></div>`)).toBe(`Install\n\n${PROSE}`);
  });

  it('are read whose button says only that there is more, without a label', () => {
    expect(
      textOf(
        page(
          `<p>${PROSE}</p><button aria-expanded="false" aria-controls="m">Show more</button><div id="m" hidden><p>${answer}</p></div>`,
        ),
      ),
    ).toBe(around(`${PROSE}\n\n${answer}`));
  });
});

describe('a page that a script shows', () => {
  const content = `<h1>Guide</h1><p>${PROSE}</p>`;
  const GUIDE = `Guide\n\n${PROSE}`;

  it.each<[how: string, body: string, head?: string]>([
    [
      'with an invisible main part',
      `<main id="js_content" style="visibility:hidden;opacity:0">${content}</main><div>Other small</div>`,
    ],
    [
      'with an invisible frame',
      `<div id="app" style="display:none">${content}</div>`,
      '<noscript><style>#app{display:block!important}</style></noscript>',
    ],
    [
      'with a class that only scripts take away',
      `<div class="js-hide" hidden><p>${PROSE}</p></div><p>Wait.</p>`,
      '<noscript><style>body, .js-hide { display: block }</style></noscript>',
    ],
    [
      'behind a dialog',
      `<div id="root" aria-hidden="true">${content}</div><div role="dialog" aria-modal="true"><h2>Welcome</h2><p>${PROSE}</p></div>`,
    ],
  ])('%s is read', (_, body, head = '') => {
    expect(textOf(body, head)).toContain(PROSE);
    expect(textOf(body, head)).not.toContain('Welcome');
  });

  it('that is invisible as a whole is read', () => {
    const html = `<!doctype html><html style="display:none"><head><title>Guide</title></head><body style="visibility:hidden">${content}</body></html>`;
    expect(parseHtml(bytesOf(html)).text).toBe(GUIDE);
  });

  it('in parts that React sends later is read in its order', () => {
    const late = `<div id="root"><h1>Guide</h1><!--$?--><template id="B:0"></template><p>Loading…</p><!--/$--><p>${PROSE}</p></div>
      <div hidden id="S:0"><h2>Water</h2><!--$?--><template id="B:1"></template><i>Loading…</i><!--/$--><template id="P:3"></template></div><script>$RC("B:0","S:0")</script>
      <div hidden id="S:2"><p>Two litres.</p></div><script>$RC("B:1","S:2")</script><div hidden id="S:3"><p>No more.</p></div><script>$RS("S:3","P:3")</script>`;
    expect(textOf(late)).toBe(`Guide\n\nWater\n\nTwo litres.\n\nNo more.\n\n${PROSE}`);
    expect(
      textOf(
        `<div id="root"><!--$?--><template id="B:0"></template>Loading<!--/$--></div><div hidden id="S:0">${content}</div>`,
      ),
    ).toBe(GUIDE);
  });

  it('with a declarative shadow root is read with what stands in its slots', () => {
    const card = `<kettle-card><template shadowrootmode="open"><style>p{}</style><h1>Guide</h1><slot></slot><slot name="note">Nothing to note.</slot><slot name="foot">Ask us.</slot></template><p>${PROSE}</p><p slot="note">Mind the steam.</p><p slot="gone">Not shown.</p></kettle-card>`;
    expect(textOf(card)).toBe(`${GUIDE}\n\nMind the steam.\n\nAsk us.`);
  });
});

it('rows of a table that are hidden at first are read', () => {
  const row = (name: string, attributes = '') => `<tr${attributes}><td>${name}</td><td>10</td></tr>`;
  expect(textOf(page(`<table>${row('Sail')}${row('Rope', ' style="display:none"')}</table>`))).toBe(
    around('Sail | 10\nRope | 10'),
  );
});

it('is read as people see it where screen readers are told otherwise: the price of what is on sale', () => {
  const price = `<span><del aria-hidden="true"><b>$60</b></del> <span class="screen-reader-text">Original price was: $60.</span><ins aria-hidden="true"><b>$50</b></ins><span class="screen-reader-text">Current price is: $50.</span></span>`;
  expect(outline(`<h1>Kiln</h1>${price}`)).toEqual(['heading1 Kiln', 'paragraph $50']);
  const icon = '<p><i aria-hidden="true">home</i><span class="sr-only">Home</span> At home</p>';
  expect(outline(`<h1>Kiln</h1>${icon}`)).toEqual(['heading1 Kiln', 'paragraph At home']);
});

describe('what stays hidden', () => {
  const words = 'We have an offer for you that you cannot refuse, it ends tomorrow.';

  it.each([
    ['a modal', `<div class="modal fade" aria-hidden="true"><div class="modal-body"><p>${words}</p></div></div>`],
    ['a dialog', `<div role="dialog" style="display:none"><h2>Offer</h2><p>${words}</p></div>`],
    [
      'a menu',
      `<button aria-controls="menu" aria-expanded="false">Menu</button><div id="menu" hidden><ul><li>${words}</li></ul></div>`,
    ],
    ['a notice of cookies', `<div id="cookie-notice" hidden><h2>Cookies</h2><p>${words}</p></div>`],
    ['an overlay', `<div style="display:none"><p>${words}</p></div>`],
    ['a template', `<template><p>${words}</p></template>`],
    [
      'a menu of tabs',
      `<nav><div role="tablist"><button role="tab">A</button></div><div role="tabpanel" hidden>${words}</div></nav>`,
    ],
    ['a message of a form', `<form><p>Name</p><div class="error" style="display:none">${words}</div></form>`],
    [
      'text for screen readers',
      `<p>Water <span class="sr-only">${words}</span><span class="visually-hidden">${words}</span></p>`,
    ],
    [
      'what is hidden for good',
      `<h2>Water</h2><p style="display:none">${words}</p><h2>Steam</h2><div hidden>${words}</div>`,
    ],
    ['a panel without tabs', `<h2 id="water">Water</h2><div role="tabpanel" hidden><p>${words}</p></div>`],
    ['what stands after a heading that has an id', `<h2 id="water">Water</h2><div style="display:none">${words}</div>`],
    ['what stands after an empty part that expands', `<p class="expandable"></p><div hidden>${words}</div>`],
    [
      'what a hidden button shows',
      `<a hidden aria-expanded="false" aria-controls="a">Water</a><p id="a" hidden>${words}</p>`,
    ],
    [
      'an answer to a hidden question',
      `<p class="faq-question" hidden>Water?</p><p class="faq-answer" hidden>${words}</p>`,
    ],
    [
      'a late part of React without a place',
      `<p>Water</p><div hidden id="S:0">${words}</div><script>$RC("B:0","S:0")</script>`,
    ],
    ['a link that only the keyboard shows', `<p>Water <a class="sr-only focus:not-sr-only" href="#x">${words}</a></p>`],
    ['an icon', `<p>Water <i class="material-icons" aria-hidden="true">water_drop</i></p>`],
  ])('%s', (_, html) => {
    const { text } = read(page(html));
    expect(text).not.toContain('offer');
    expect(text).not.toContain('water_drop');
  });

  it.each([
    ['', `<div style="display:none"><p>${words}</p></div>`],
    [' unless it is an icon', `<div aria-hidden="true"><p>${words}</p></div><i aria-hidden="true">water_drop</i>`],
  ])('is told%s', (_, html) => {
    expect(textsLeftOut(`<h1>Install</h1><p>${PROSE}</p>${html}`)).toEqual([['hidden', words]]);
  });

  it('is told with the menu that holds it', () => {
    const menu = `<nav><ul><li>Water</li><li hidden>${words}</li></ul></nav>`;
    expect(textsLeftOut(page(menu))).toEqual([['navigation', `Water ${words}`]]);
  });

  it('is a label for screen readers that names the text after it', () => {
    const level = '<span class="sr-only">Level:</span>';
    expect(textOf(`<p>${level} all</p><p>${level}<b>all</b></p><p>${level} </p>`)).toBe('Level: all\n\nall');
  });

  it('is no title for screen readers, nor an accessible name of an anchor', () => {
    expect(
      textOf(
        page(
          '<h2>Water<a class="anchor" href="#w"><span class="sr-only">Section titled “Water”</span></a></h2><p>Two litres.</p>',
        ),
      ),
    ).toBe(around('Water\n\nTwo litres.'));
    expect(textOf('<h1 class="sr-only">Guide</h1><p>Two litres.</p>')).toBe('Guide\n\nTwo litres.');
  });
});

describe('a page takes linear time, or is refused,', () => {
  const each = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join('');

  it.each([
    ['lists of tabs', 30_000, (many) => '<div role="tablist"><b role="tab">a</b></div>'.repeat(many)],
    [
      'nested tabs',
      20_000,
      (many) => '<div role="tablist"><b role="tab">a</b></div><div role="tabpanel">x'.repeat(many),
    ],
    [
      'controls',
      60_000,
      (many) => `<p id="a" hidden>x</p>${'<a aria-expanded="true" aria-controls="a">b</a>'.repeat(many)}`,
    ],
    ['scripts of controls', 60_000, (many) => `<p id="a" hidden>x</p>${`<a onclick="show('a')">b</a>`.repeat(many)}`],
    ['links of a list', 60_000, (many) => `<ul>${'<li><a href="#a">b</a>'.repeat(many)}</ul><p id="a" hidden>x</p>`],
    ['hidden titles', 90_000, (many) => `${'<div hidden class="a-b-c-d">'.repeat(500)}${'<h1>x</h1>'.repeat(many)}`],
    ['hidden answers in each other', 40_000, (many) => '<div class="faq" hidden><h2 class="q">a</h2>'.repeat(many)],
    [
      'late parts',
      900,
      (many) =>
        each(many, (i) => `<template id="B:${i.toString(16)}"></template><div hidden id="S:${i.toString(16)}">x</div>`),
    ],
    [
      'shadow roots',
      30_000,
      (many) => '<b><template shadowrootmode="open"><slot></slot></template><i>x</i></b>'.repeat(many),
    ],
    [
      'slots',
      60_000,
      (many) =>
        `<div><template shadowrootmode="open">${each(many, (i) => `<slot name="${i}"></slot>`)}</template>${each(many, (i) => `<i slot="${i}">x</i>`)}</div>`,
    ],
    ['radio buttons', 60_000, (many) => `<div>${'<input type="radio"><label>a</label>'.repeat(many)}</div>`],
  ] satisfies [string, number, (many: number) => string][])('with any number of %s', (_, most, html) =>
    expectLinear(most, (many) => {
      try {
        parseHtml(bytesOf(`<main>${html(many)}</main>`));
      } catch (error) {
        expect(error).toHaveProperty('code');
      }
    }),
  );
});
