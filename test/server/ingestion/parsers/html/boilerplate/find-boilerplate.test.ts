import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../../server/ingestion/parsers/html/parse-html.ts';
import { bytesOf } from '../../../make-files.ts';
import { expectSound } from '../../../parse/invariants.ts';

const read = (body: string, title = 'Contact – Kettle') => {
  const document = parseHtml(
    bytesOf(`<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`),
  );
  expectSound(document);
  return document;
};
const textOf = (body: string, title?: string) => read(body, title).text;

/** A page that says little, as generators of documentation write it around its two lines. */
const CONTACT = 'Contact\n\nCall 030 1234 on weekdays.';
const CONTENT = '<h1>Contact</h1><p>Call 030 1234 on weekdays.</p>';
const COPYRIGHT =
  'Copyright © 2026 Kettle Works. All rights reserved. We use cookies to make this site better for you.';

const GENERATORS: Record<string, string> = {
  Docusaurus: `<div id="__docusaurus"><div role="region" aria-label="Skip to main content"><a class="skipToContent_x" href="#__docusaurus_skipToContent_fallback">Skip to main content</a></div>
    <div class="theme-announcement-bar" role="banner"><div>Kettle 3 is out. Read in the changelog what is new in it.</div></div>
    <nav class="navbar"><a href="/">Kettle</a></nav><div id="__docusaurus_skipToContent_fallback" class="theme-layout-main main-wrapper"><div><aside class="theme-doc-sidebar-container"><nav><ul><li><a href="/hours">Opening hours</a></li></ul></nav></aside>
    <main><div class="container"><div class="row"><div class="col"><article><nav class="theme-doc-breadcrumbs"><ul><li>Contact</li></ul></nav><div class="theme-doc-markdown markdown"><header><h1>Contact</h1></header><p>Call 030 1234 on weekdays.</p></div>
    <footer class="theme-doc-footer"><div class="row"><a href="https://github.com/x/y/docs/contact.md" class="theme-edit-this-page">Edit this page</a><span class="theme-last-updated">Last updated on <b>Nov 28, 2026</b> by <b>Ada Lovelace</b></span></div></footer></article>
    <nav class="pagination-nav"><a href="/"><div>Previous</div><div>Kettle handbook</div></a></nav></div></div></div></main></div></div>
    <footer class="theme-layout-footer footer"><div class="footer__title">Docs</div><ul><li><a href="/contact">Contact</a></li></ul><div class="footer__copyright">${COPYRIGHT}</div></footer></div>`,
  VitePress: `<div id="app"><div class="Layout"><span tabindex="-1"></span><a href="#VPContent" class="VPSkipLink visually-hidden">Skip to content</a><header class="VPNav"><div class="title"><a class="title" href="/"><span>Kettle</span></a></div><p class="label">Appearance</p></header>
    <div class="VPLocalNav"><button>Menu</button></div><aside class="VPSidebar"><nav><h2>All</h2><a href="/hours"><p class="text">Opening hours</p></a></nav></aside>
    <div class="VPContent" id="VPContent"><div class="VPDoc"><div class="container"><div class="aside"><nav><div class="outline-title">On this page</div></nav></div><div class="content"><div class="content-container"><main class="main"><div class="vp-doc"><div><h1 id="contact" tabindex="-1">Contact <a class="header-anchor" href="#contact">​</a></h1><p>Call 030 1234 on weekdays.</p></div></div></main>
    <footer class="VPDocFooter"><div class="edit-info"><div class="edit-link"><a class="edit-link-button" href="https://github.com/x/contact.md">Edit this page</a></div><div class="last-updated"><p class="VPLastUpdated">Last updated: <time>11/28/26, 5:40 AM</time></p></div></div><nav class="prev-next"><a class="pager-link next" href="/hours"><span class="desc">Next page</span><span class="title">Hours</span></a></nav></footer></div></div></div></div></div>
    <footer class="VPFooter"><div class="container"><p class="message">Released under the MIT License.</p><p class="copyright">${COPYRIGHT}</p></div></footer></div></div>`,
  'MkDocs Material': `<div data-md-component="skip"><a href="#contact" class="md-skip">Skip to content</a></div><div data-md-component="announce"><aside class="md-banner"><div>Kettle 3 is out. Read in the changelog what is new in it.</div></aside></div>
    <header class="md-header"><nav><a href=".">Kettle</a></nav></header><div class="md-container"><nav class="md-tabs"><ul><li><a href="/">Handbook</a></li></ul></nav><main class="md-main"><div class="md-main__inner md-grid"><div class="md-sidebar md-sidebar--primary"><nav><ul><li><a href="../hours/">Opening hours</a></li></ul></nav></div>
    <div class="md-content"><article class="md-content__inner md-typeset"><a href="https://github.com/x/y/edit/main/docs/contact.md" title="Edit this page" class="md-content__button md-icon"></a><h1 id="contact">Contact</h1><p>Call 030 1234 on weekdays.</p>
    <aside class="md-source-file"><span class="md-source-file__fact">Last update: November 28, 2026</span></aside><form class="md-feedback"><fieldset><legend class="md-feedback__title">Was this page helpful?</legend><div class="md-feedback__note"><div>Thanks for your feedback! Help us improve this page by using our feedback form.</div></div></fieldset></form></article></div></div></main>
    <footer class="md-footer"><nav><a href="../hours/" rel="next"><div>Next</div><div>Opening hours</div></a></nav><div class="md-footer-meta"><div class="md-copyright">${COPYRIGHT} Made with <a href="https://squidfunk.github.io/mkdocs-material/">Material for MkDocs</a></div></div></footer></div>
    <div class="md-dialog"></div><div class="md-consent" data-md-component="consent" id="__consent"><aside class="md-consent__inner"><form name="consent"><h4>Cookie consent</h4><p>We use cookies to recognize your repeated visits and preferences, as well as to measure the effectiveness of our documentation.</p></form></aside></div>`,
  'Sphinx with the theme of Read the Docs': `<div class="wy-grid-for-nav"><nav class="wy-nav-side"><a href="index.html">Kettle</a></nav><section class="wy-nav-content-wrap"><nav class="wy-nav-top"><a href="index.html">Kettle</a></nav><div class="wy-nav-content"><div class="rst-content">
    <div role="navigation" aria-label="Page navigation"><ul class="wy-breadcrumbs"><li><a href="index.html"></a></li><li class="breadcrumb-item active">Contact</li><li class="wy-breadcrumbs-aside"><a href="_sources/contact.md.txt" rel="nofollow">View page source</a></li></ul><hr/></div>
    <div role="main" class="document"><div itemprop="articleBody"><section id="contact"><h1>Contact<a class="headerlink" href="#contact">¶</a></h1><p>Call 030 1234 on weekdays.</p></section></div></div>
    <footer><div class="rst-footer-buttons" role="navigation"><a href="hours.html" class="btn" rel="next">Next</a></div><hr/><div role="contentinfo"><p>© ${COPYRIGHT}<span class="lastupdated">Last updated on Nov 28, 2026.</span></p></div>Built with <a href="https://www.sphinx-doc.org/">Sphinx</a> using a <a href="x">theme</a> provided by <a href="y">Read the Docs</a>.</footer></div></div></section></div>
    <div class="rst-versions" role="note" aria-label="Versions"><span class="rst-current-version"><span><a href="https://github.com/x/y">GitHub</a></span><span><a href="..">« Previous</a></span></span></div>`,
  'Sphinx with Furo': `<a class="skip-to-content muted-link" href="#furo-main-content">Skip to content</a><div class="page"><header class="mobile-header"><a href="index.html"><div class="brand">Kettle documentation</div></a></header><aside class="sidebar-drawer"><a href="index.html">Kettle</a></aside>
    <div class="main"><div class="content"><div class="article-container"><a href="#" class="back-to-top muted-link"><span>Back to top</span></a><div class="content-icon-container"><div class="view-this-page"><a class="muted-link" href="_sources/contact.md.txt"><span class="visually-hidden">View this page</span></a></div></div>
    <article role="main" id="furo-main-content"><section id="contact"><h1>Contact</h1><p>Call 030 1234 on weekdays.</p></section></article></div>
    <footer><div class="related-pages"></div><div class="bottom-of-page"><div class="left-details"><div class="copyright">${COPYRIGHT}</div>Made with <a href="https://www.sphinx-doc.org/">Sphinx</a> and <a href="x">@y</a>'s <a href="z">Furo</a><div class="last-updated">Last updated on Nov 28, 2026</div></div></div></footer></div><aside class="toc-drawer"></aside></div></div>`,
  'Sphinx with Alabaster': `<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main"><section id="contact">${CONTENT}</section></div></div></div>
    <div class="sphinxsidebar" role="navigation"><div class="sphinxsidebarwrapper"><h1 class="logo"><a href="index.html">Kettle</a></h1><h3>Navigation</h3><div class="relations"><h3>Related Topics</h3><ul><li><a href="index.html">Documentation overview</a></li></ul></div></div></div></div>
    <div class="footer">${COPYRIGHT} | Powered by <a href="https://www.sphinx-doc.org/">Sphinx</a> | <a href="_sources/contact.md.txt">Page source</a></div>`,
  DocBook: `<div class="navheader"><table width="100%" summary="Navigation header"><tr><th colspan="3" align="center">2.12. Contact</th></tr>
    <tr><td width="20%" align="left"><a accesskey="p" href="hours.html"><img src="prev.png" alt="Prev"></a></td><th width="60%" align="center">2. The shop</th><td width="20%" align="right"><a accesskey="n" href="way.html">Next</a></td></tr></table><hr></div>
    <div class="sect2"><div class="titlepage"><h1 class="title"><a id="contact"></a>Contact</h1></div><p>Call 030 1234 on weekdays.</p></div>
    <div class="navfooter"><hr><table width="100%" summary="Navigation footer"><tr><td align="left"><a href="hours.html">Prev</a></td><td><a href="index.html">Home</a></td><td align="right"><a href="way.html">Next</a></td></tr></table><a href="/issues" class="reportbug">Report a bug in the documentation</a></div>`,
  Starlight: `<a class="sl-skip-link" href="#_top">Skip to content</a><div class="page sl-flex"><header class="header"><a href="/" class="site-title"><span>Kettle</span></a></header><nav class="sidebar"><a href="/hours/">Opening hours</a></nav><div class="main-frame"><div><aside class="right-sidebar-container"><h2>On this page</h2></aside>
    <div class="main-pane"><main data-pagefind-body><div class="content-panel"><div class="sl-container"><h1 id="_top">Contact</h1></div></div><div class="content-panel"><div class="sl-container"><div class="sl-markdown-content"><p>Call 030 1234 on weekdays.</p></div>
    <footer class="sl-flex"><div class="meta sl-flex"><a href="https://github.com/x/contact.md">Edit page</a><p>Last updated: <time>Nov 28, 2026</time></p></div><div class="pagination-links"><a href="/hours/" rel="next"><span>Next<br><span class="link-title">Opening hours</span></span></a></div><a class="kudos sl-flex" href="https://starlight.astro.build">Built with Starlight</a></footer></div></div></main></div></div></div></div>`,
  mdBook: `<div id="mdbook-help-container"><div id="mdbook-help-popup"><h2>Keyboard shortcuts</h2><div><p>Press <kbd>←</kbd> or <kbd>→</kbd> to navigate between chapters</p><p>Press <kbd>Esc</kbd> to hide this help</p></div></div></div><div id="body-container"><nav id="sidebar" class="sidebar"><ol class="chapter"><li><a href="hours.html">Opening hours</a></li></ol></nav>
    <div id="page-wrapper" class="page-wrapper"><div class="page"><div id="menu-bar" class="menu-bar"><h1 class="menu-title">Kettle</h1></div><div id="content" class="content"><main><h1 id="contact"><a class="header" href="#contact">Contact</a></h1><p>Call 030 1234 on weekdays.</p></main>
    <nav class="nav-wrapper" aria-label="Page navigation"><a rel="prev" href="index.html" class="mobile-nav-chapters previous"></a></nav></div></div><footer><p>${COPYRIGHT}</p></footer></div></div>`,
  'WordPress, an old theme without main': `<div id="page"><div id="header"><div id="site-title"><a href="/">Kettle</a></div><div class="description">The kettle of all kettles</div></div><div id="access"><div class="menu"><ul><li><a href="/hours">Opening hours</a></li></ul></div></div>
    <div id="content"><div class="post"><h1 class="entry-title">Contact</h1><div class="entry-content"><p>Call 030 1234 on weekdays.</p></div></div></div>
    <div id="sidebar"><ul><li><h2>Recent posts</h2><ul><li><a href="/1">Descaling a kettle in ten minutes</a></li></ul></li></ul></div>
    <div id="footer"><p>${COPYRIGHT} Kettle is proudly powered by <a href="https://wordpress.org">WordPress</a>.</p></div></div>
    <div id="cookie-law-info-bar" data-nosnippet="true"><span>This website uses cookies to improve your experience. We'll assume you're ok with this, but you can opt-out if you wish. <a role="button">Accept</a> <a href="/cookies">Read More</a></span></div>`,
  'a help centre': `<a class="skip-navigation" href="#main-content">Skip to main content</a><header class="header"><a href="/">Kettle Help</a></header><main role="main"><div class="container"><nav class="sub-nav"><ol class="breadcrumbs"><li><a href="/">Help</a></li><li>Contact</li></ol></nav>
    <article class="article"><header class="article-header"><h1 class="article-title">Contact</h1></header><section class="article-info"><div class="article-body"><p>Call 030 1234 on weekdays.</p></div></section>
    <footer><div class="article-footer"><div class="article-share"><ul class="share"><li><a href="https://facebook.com/share">Facebook</a></li></ul></div></div><div class="article-votes"><span class="article-votes-question">Was this article helpful?</span><div class="article-votes-controls" role="group"><button>Yes</button><button>No</button></div><small class="article-votes-count">0 out of 0 found this helpful</small></div>
    <div class="article-more-questions">Have more questions? <a href="/requests/new">Submit a request</a></div><div class="article-return-to-top"><a href="#article-container">Return to top</a></div></footer></article></div></main>
    <footer class="footer"><div class="footer-inner"><a href="/">Kettle Help</a><p>${COPYRIGHT}</p></div></footer>`,
};

describe('a short page', () => {
  it.each(Object.entries(GENERATORS))('is read without what %s puts around it', (_, body) => {
    expect(textOf(body)).toBe(CONTACT);
  });

  const CONSENT: Record<string, string> = {
    OneTrust: `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk"><h2>We value your privacy</h2><p>%</p></div></div>`,
    Cookiebot: `<div id="CybotCookiebotDialog"><div><h2>This website uses cookies</h2><div id="CybotCookiebotDialogBodyContentText">%</div></div></div>`,
    'Osano cookieconsent': `<div class="cc-window cc-banner cc-type-opt-out" aria-describedby="cookieconsent:desc"><span id="cookieconsent:desc" class="cc-message">%</span></div>`,
    CookieYes: `<div class="cky-consent-container cky-box-bottom-left"><div class="cky-consent-bar"><p class="cky-title">We value your privacy</p><div class="cky-notice-des"><p>%</p></div></div></div>`,
    Complianz: `<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner banner-1"><div class="cmplz-body"><div class="cmplz-message"><p>%</p></div></div></div></div>`,
    Borlabs: `<div id="BorlabsCookieBox" class="BorlabsCookie"><div class="container"><p>%</p></div></div>`,
    Didomi: `<div id="didomi-host"><div class="didomi-popup-container"><p>%</p></div></div>`,
    Usercentrics: `<aside id="usercentrics-cmp-ui"><p>%</p></aside><div id="usercentrics-root"><p>%</p></div>`,
    Quantcast: `<div class="qc-cmp2-container" id="qc-cmp2-container"><h2>We value your privacy</h2><p>%</p></div>`,
    TrustArc: `<div id="truste-consent-track"><div id="truste-consent-text">%</div></div>`,
    iubenda: `<div id="iubenda-cs-banner"><div class="iubenda-cs-content"><div id="iubenda-cs-paragraph"><p>%</p></div></div></div>`,
    Klaro: `<div class="klaro" id="klaro"><div class="cookie-notice"><p>%</p></div></div>`,
    'CookieConsent by Orest Bida': `<div id="cc-main"><div class="cm-wrapper"><div class="cm"><h2>Hello!</h2><p>%</p></div></div></div>`,
    Funding: `<div class="fc-consent-root"><div class="fc-dialog-container"><p>%</p></div></div>`,
    'a notice of its own, with a button': `<div class="gdprBanner"><p>%</p><button>Accept all</button></div>`,
    'a dialog without a name': `<div role="alertdialog" aria-label="Privacy"><p>%</p></div>`,
    'a modal part': `<section aria-modal="true"><p>%</p></section>`,
  };
  it.each(Object.entries(CONSENT))('is read without the cookie notice of %s', (_, notice) => {
    const words =
      'We and our partners store information on your device. Choose which of these purposes you accept, and change it at any time.';
    const around = (content: string) => `${notice.replaceAll('%', words)}${content}${notice.replaceAll('%', words)}`;
    expect(textOf(around(CONTENT))).toBe(CONTACT);
    expect(textOf(around(`<main>${CONTENT}</main>`))).toBe(CONTACT);
  });

  it('stays readable without any of that, or where only what is named so has text', () => {
    expect(textOf('<p>Closed.</p>')).toBe('Closed.');
    expect(textOf('<h1>Closed</h1>')).toBe('Closed');
    expect(textOf('<main><h1>Closed</h1></main><footer>Kettle Works, 12 Harbour Road</footer>')).toBe('Closed');
    expect(textOf('<h1>Imprint</h1><footer><p>Kettle Works, 12 Harbour Road, Dover</p></footer>')).toBe(
      'Imprint\n\nKettle Works, 12 Harbour Road, Dover',
    );
    expect(textOf('<footer><p>Kettle Works, 12 Harbour Road, Dover</p></footer>')).toBe(
      'Kettle Works, 12 Harbour Road, Dover',
    );
    expect(textOf('<div class="sticky-footer"><h1>Hours</h1><p>We open at nine.</p></div>')).toBe(
      'Hours\n\nWe open at nine.',
    );
  });

  it('is read without a copyright line, links before its title, and pages before and after it', () => {
    for (const line of [
      '© 2026 Kettle Works',
      'Copyright 2019–2026 Kettle Works. All rights reserved.',
      '(c) Kettle Works 2026. Alle Rechte vorbehalten.',
      'Kettle Works GmbH © 2026 · Tous droits réservés',
      '版权所有 © 2026 Kettle',
    ])
      expect(textOf(`<div><a href="/">Home</a> › <a href="/a">Help</a></div>${CONTENT}<div>${line}</div>`)).toBe(
        CONTACT,
      );
    expect(textOf(`${CONTENT}<p><a rel="prev" href="/a">Descaling</a> <a rel="next" href="/b">Hours</a></p>`)).toBe(
      CONTACT,
    );
  });
});

describe('content that looks like boilerplate is kept:', () => {
  const story = 'The library lends books to everyone in town, for four weeks at a time, and asks for nothing.';

  it.each<[what: string, body: string, text: string]>([
    [
      'the author and the source in the footer of an article or a quotation',
      `<main><article><h1>Steam</h1><p>${story}</p><blockquote><p>It boils.</p><footer>— Ada Lovelace, <cite>Notes</cite></footer></blockquote><footer><p>Written by Grace Hopper in 1952.</p></footer></article></main><footer>Imprint</footer>`,
      `Steam\n\n${story}\n\nIt boils.\n\n— Ada Lovelace, Notes\n\nWritten by Grace Hopper in 1952.`,
    ],
    [
      'a page about cookies',
      `<h1>Cookies</h1><div class="cookie-policy"><p>We set one cookie, which keeps you signed in.</p><table><tr><th>Name</th></tr><tr><td>session</td></tr></table></div><footer>© Kettle</footer>`,
      'Cookies\n\nWe set one cookie, which keeps you signed in.\n\nName\nsession',
    ],
    [
      'a page about cookies in main',
      `<main><div id="cookies" class="cookies-page"><h1>Cookie policy</h1><p>We set one cookie.</p><h2>Consent</h2><p class="consent">You consent by going on.</p></div></main><footer>© Kettle</footer>`,
      'Cookie policy\n\nWe set one cookie.\n\nConsent\n\nYou consent by going on.',
    ],
    [
      'a page about copyright',
      `<h1>Copyright</h1><p>Copyright © 2019–2026 Kettle Works. All rights reserved.</p><p>Drawings may be copied for repairs. © Kettle Works</p>`,
      'Copyright\n\nCopyright © 2019–2026 Kettle Works. All rights reserved.\n\nDrawings may be copied for repairs. © Kettle Works',
    ],
    [
      'a licence with its copyright line',
      `<main><h1>License</h1><p>MIT License</p><p>Copyright (c) 2026 Kettle Works</p><p>Permission is hereby granted, free of charge.</p></main>`,
      'License\n\nMIT License\n\nCopyright (c) 2026 Kettle Works\n\nPermission is hereby granted, free of charge.',
    ],
    [
      'a section of a page on privacy',
      `<h1>Privacy</h1><p>${story}</p><div class="cookies"><h2>Cookies</h2><p>${story}</p></div><div id="newsletter"><h2>Newsletter</h2><p>${story}</p></div>`,
      `Privacy\n\n${story}\n\nCookies\n\n${story}\n\nNewsletter\n\n${story}`,
    ],
    [
      'a question about feedback, and a link to a file that can be edited',
      `<main><h1>Feedback</h1><p>Was this page helpful? That question stands below each page.</p><ul><li><a href="https://github.com/x/y/edit/main/a.md">Edit this page</a></li></ul><p>${story}</p></main>`,
      `Feedback\n\nWas this page helpful? That question stands below each page.\n\n- Edit this page\n\n${story}`,
    ],
    [
      'sections of a page of which one has most of the text',
      `<main><section><h1>Steam</h1><section><h2>Before</h2><p>Fill it with water first.</p></section><section><h2>How</h2>${`<p>${story}</p>`.repeat(12)}</section><section><h2>After</h2><ul><li>Dry it.</li><li>Put it away.</li></ul></section></section></main>`,
      `Steam\n\nBefore\n\nFill it with water first.\n\nHow\n\n${Array(12).fill(story).join('\n\n')}\n\nAfter\n\n- Dry it.\n- Put it away.`,
    ],
    [
      'links at the end of the main part, below a heading of their own',
      `<main><h1>Steam</h1><p>${story}</p><p>${story}</p><h2>Slides and videos</h2><ul><li><a href="/a">Boil it at ludicrous speed</a></li><li><a href="/b">What if I told you that water is fast</a></li></ul></main>`,
      `Steam\n\n${story}\n\n${story}\n\nSlides and videos\n\n- Boil it at ludicrous speed\n- What if I told you that water is fast`,
    ],
    [
      'a main part of links',
      `<header><a href="/">Kettle</a></header><main><h1>Handbook</h1><p>How to use it.</p><ul><li><a href="/a">Contact</a></li><li><a href="/b">Opening hours</a></li></ul></main><footer><p>${COPYRIGHT}</p></footer>`,
      'Handbook\n\nHow to use it.\n\n- Contact\n- Opening hours',
    ],
    [
      'the title above a main part that has none, with the sentence below it',
      `<header class="topbar"><a href="/">Kettle</a><nav><a href="/a">Lending</a></nav></header>
       <div class="hero"><p class="crumbs"><a href="/">Home</a> › Lending</p><h1>Lend a kettle</h1><p>For a week, and for nothing.</p></div>
       <div class="promo-strip"><p>Come to our reading on Friday night.</p></div>
       <main><h2>Who may</h2><p>${story}</p></main><footer><p>${COPYRIGHT}</p></footer>`,
      `Lend a kettle\n\nFor a week, and for nothing.\n\nWho may\n\n${story}`,
    ],
    [
      'text beside a main part that is only a start page’s head',
      `<main><p>Hello</p></main><div><h2>Lending</h2>${`<p>${story}</p>`.repeat(6)}</div>`,
      `Hello\n\nLending\n\n${Array(6).fill(story).join('\n\n')}`,
    ],
  ])('%s', (_, body, text) => {
    expect(textOf(body, 'Kettle')).toBe(text);
  });
});

describe('the name of the site is no title of the page', () => {
  const main = '<main><h2>Lending</h2><p>We lend kettles to everyone in town, for four weeks at a time.</p></main>';

  it.each([
    ['a link', '<div class="top"><h1><a href="/">Kettle Works</a></h1><p>Your kettles since 1951.</p></div>'],
    ['the end of the page’s title', '<div class="top"><h1>Kettle Works</h1><p>Your kettles since 1951.</p></div>'],
  ])('where it is %s', (_, head) => {
    expect(textOf(`${head}${main}`, 'Lending – Kettle Works')).toBe(
      'Lending\n\nWe lend kettles to everyone in town, for four weeks at a time.',
    );
  });
});

describe('what was left out', () => {
  it('is told by kind, with its length and its beginning', () => {
    const { leftOut } = read(`<nav><a href="/">Home</a></nav><main>${CONTENT}<form>Search</form></main>
      <footer><p>© 2026</p><p>Kettle Works</p></footer><div id="onetrust-banner-sdk">Cookies!</div>`);
    expect(leftOut).toEqual([
      { kind: 'navigation', characters: 4, text: 'Home' },
      { kind: 'form', characters: 6, text: 'Search' },
      { kind: 'footer', characters: 19, text: '© 2026 Kettle Works' },
      { kind: 'notice', characters: 8, text: 'Cookies!' },
    ]);
  });

  it('is nothing where all was read, and of long texts only the beginning is told', () => {
    expect(read('<p>Closed.</p>')).not.toHaveProperty('leftOut');
    const [footer] = read(`<p>Closed.</p><footer>${'word '.repeat(100)}</footer>`).leftOut ?? [];
    expect(footer?.characters).toBe(499);
    expect(footer?.text).toBe('word '.repeat(40).trim());
  });

  it('leaves out what asks for more after an article, and not a section without links', () => {
    const prose = 'The water boils in the kettle for three minutes, and then it is poured over the tea. '.repeat(12);
    const page = (last: string) =>
      `<div><h1>Contact</h1><div class="body"><p>${prose}</p></div><div class="last">${last}</div></div>`;
    expect(
      textOf(page('<h4>Enjoyed this?</h4><p>Write to us in the <a href="/forum">forum of the shop</a>.</p>')),
    ).not.toContain('Enjoyed');
    expect(textOf(page('<h4>Rights</h4><p>None.</p>'))).toContain('Rights\n\nNone.');
    expect(textOf(page('<dl><dt>See also</dt><dd><a href="/tea">Tea</a></dd></dl>'))).toContain('See also');
  });

  it('leaves out the label of the links below the text with them, in any language, and no last line of the text', () => {
    const prose = 'Textbausteine liegen in zwei Verzeichnissen, und der erste Eintrag ist die Installation. '.repeat(8);
    const links = '<p><a href="a.html">Extras – AutoText…</a></p><p><a href="b.html">Wortergänzung von Hand</a></p>';
    const page = (last: string) => `<div><h1>Textbausteine</h1><p>${prose}</p>${last}</div>`;
    expect(textOf(page(`<div class="mentions"><p>Verwandte Themen</p><div>${links}</div></div>`))).not.toContain(
      'Verwandte',
    );
    expect(textOf(page(`<p>Gültig ab Mai.</p><div>${links}</div>`))).toContain('Gültig ab Mai.');
  });
});
