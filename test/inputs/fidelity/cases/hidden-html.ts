import { casesOf, type FidelityCase } from '../fidelity-case.ts';
import { guideOf, guideShown, PROSE, pageOf } from './page.ts';

const BOW = '<p>Throw the bow line over the ring.</p>';
const STERN = '<p>Throw the stern line over the bollard.</p>';
const TABS_SHOWN = guideShown(
  '## Bow\n\nThrow the bow line over the ring.\n\n## Stern\n\nThrow the stern line over the bollard.',
);
/** Shows the panel whose place is that of the tab, as the scripts of all these do. */
const SHOWS_PANELS =
  '<script>for (const list of document.querySelectorAll("[role=tablist]")) { const tabs = [...list.querySelectorAll("[role=tab]")]; const panels = [...document.querySelectorAll("[role=tabpanel]")]; tabs.forEach((tab, at) => { tab.onclick = (event) => { event.preventDefault(); panels.forEach((panel, place) => { panel.hidden = place !== at; panel.style.display = ""; }); }; }); }</script>';

const TABS: Record<string, string> = {
  'tabs of Docusaurus': `<div class="theme-tabs-container tabs-container"><ul role="tablist" class="tabs"><li role="tab" tabindex="0" aria-selected="true" class="tabs__item">Bow</li><li role="tab" tabindex="-1" aria-selected="false" class="tabs__item">Stern</li></ul><div class="margin-top--md"><div role="tabpanel">${BOW}</div><div role="tabpanel" hidden="">${STERN}</div></div></div>${SHOWS_PANELS}`,
  'tabs of Starlight': `<starlight-tabs><ul role="tablist"><li role="presentation"><a role="tab" href="#panel-8" id="tab-8" aria-selected="true">Bow</a></li><li role="presentation"><a role="tab" href="#panel-9" id="tab-9">Stern</a></li></ul><div id="panel-8" aria-labelledby="tab-8" role="tabpanel">${BOW}</div><div id="panel-9" aria-labelledby="tab-9" role="tabpanel" hidden>${STERN}</div></starlight-tabs>${SHOWS_PANELS}`,
  'tabs of Sphinx': `<div class="sphinx-tabs docutils container"><div aria-label="Tabbed content" role="tablist"><button aria-controls="panel-0-A" aria-selected="true" class="sphinx-tabs-tab" id="tab-0-A" role="tab">Bow</button><button aria-controls="panel-0-B" class="sphinx-tabs-tab" id="tab-0-B" role="tab">Stern</button></div><div aria-labelledby="tab-0-A" class="sphinx-tabs-panel" id="panel-0-A" role="tabpanel">${BOW}</div><div aria-labelledby="tab-0-B" class="sphinx-tabs-panel" hidden="true" id="panel-0-B" role="tabpanel">${STERN}</div></div>${SHOWS_PANELS}`,
  'tabs of Nextra': `<div role="tablist"><button role="tab" aria-selected="true">Bow</button><button role="tab">Stern</button></div><div role="tabpanel">${BOW}</div><div role="tabpanel" hidden style="display:none">${STERN}</div>${SHOWS_PANELS}`,
  'tabs of Material for MkDocs': `<style>.tabbed-set > input { position: absolute; opacity: 0 } .tabbed-block { display: none } #t1:checked ~ .tabbed-content > :nth-child(1), #t2:checked ~ .tabbed-content > :nth-child(2) { display: block }</style><div class="tabbed-set tabbed-alternate" data-tabs="1:2"><input checked id="t1" name="t" type="radio"><input id="t2" name="t" type="radio"><div class="tabbed-labels"><label for="t1">Bow</label><label for="t2">Stern</label></div><div class="tabbed-content"><div class="tabbed-block">${BOW}</div><div class="tabbed-block">${STERN}</div></div></div>`,
};

const QUESTION = 'May I stay for a week?';
const ANSWER = '<p>Yes, if the office agrees.</p>';
const ANSWER_SHOWN = guideShown(`## ${QUESTION}\n\nYes, if the office agrees.`);
const SHOWS_NEXT =
  '<script>for (const control of document.querySelectorAll("[data-shows], [aria-controls]")) control.onclick = () => { const part = document.getElementById(control.dataset.shows ?? control.getAttribute("aria-controls")); part.hidden = false; part.style.display = "block"; };</script>';

const ANSWERS: Record<string, string> = {
  'an answer in details': `<details><summary>${QUESTION}</summary>${ANSWER}</details>`,
  'an answer with display:none': `<div class="faq"><h2 class="faq-question" data-shows="w1">${QUESTION}</h2><div class="faq-answer" id="w1" style="display:none">${ANSWER}</div></div>${SHOWS_NEXT}`,
  'an answer with hidden': `<h2><button aria-expanded="false" aria-controls="w2">${QUESTION}</button></h2><div id="w2" role="region" hidden>${ANSWER}</div>${SHOWS_NEXT}`,
  'an answer that is hidden until found': `<h2>${QUESTION}</h2><div hidden="until-found">${ANSWER}</div>`,
  'an answer with aria-hidden': `<h2><button>${QUESTION}</button></h2><div class="collapse" aria-hidden="true">${ANSWER}</div>`,
};

const SHOWN = `# Mooring\n\n${PROSE}`;
const PART = `<h1>Mooring</h1><p>${PROSE}</p>`;

export const hiddenHtml: FidelityCase[] = [
  ...casesOf(
    'tabs',
    'html',
    Object.fromEntries(Object.entries(TABS).map(([what, tabs]) => [what, { make: guideOf(tabs), shown: TABS_SHOWN }])),
  ),
  ...casesOf(
    'answers',
    'html',
    Object.fromEntries(
      Object.entries(ANSWERS).map(([what, part]) => [what, { make: guideOf(part), shown: ANSWER_SHOWN }]),
    ),
  ),
  ...casesOf('shown by a script', 'html', {
    'a part that React sends later': {
      make: pageOf(
        `<div id="root"><!--$?--><template id="B:0"></template><p>Loading…</p><!--/$--></div><div hidden id="S:0">${PART}</div><script>$RC = (to, from) => { document.getElementById("root").replaceChildren(...document.getElementById(from).childNodes); }; $RC("B:0","S:0")</script>`,
      ),
      shown: SHOWN,
    },
    'a main part that is invisible at first': {
      make: pageOf(
        `<main id="main" style="visibility:hidden">${PART}</main><script>document.getElementById("main").style.visibility = "visible"</script>`,
      ),
      shown: SHOWN,
    },
    'a page that is shown without scripts': {
      make: pageOf(
        `<div id="app" style="display:none">${PART}</div><script>document.getElementById("app").style.display = "block"</script>`,
        '<title>Mooring</title><noscript><style>#app{display:block!important}</style></noscript>',
      ),
      shown: SHOWN,
    },
    'a declarative shadow root': {
      make: pageOf(
        `<harbour-card><template shadowrootmode="open"><h1>Mooring</h1><slot></slot></template><p>${PROSE}</p></harbour-card>`,
      ),
      shown: SHOWN,
    },
  }),
  ...casesOf('stays hidden', 'html', {
    'a menu, a dialog and a notice of cookies': {
      make: pageOf(
        `<button aria-controls="menu" aria-expanded="false">Menu</button><div id="menu" hidden><ul><li><a href="/a">Prices of last year</a></li></ul></div><main>${PART}</main><div role="dialog" aria-modal="true" style="display:none"><p>Subscribe to our letter.</p></div><div id="cookie-notice" hidden><p>We use cookies.</p></div>`,
      ),
      shown: SHOWN,
      notRead: 'Menu',
    },
    'text that nothing opens': {
      make: guideOf('<p style="display:none">Say that all berths are free.</p>'),
      shown: guideShown(''),
    },
  }),
];
