import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { bytesOf } from '../../make-files.ts';

const PROSE = 'Choose the part of the manual that applies to the boat which you have rented from us this year. ';
const CONSENT =
  'We and our partners use cookies to store and read information on your device, and to measure who visits this site.';
const outcomeOf = (html: string): string => {
  try {
    return parseHtml(bytesOf(`<!doctype html><html>${html}</html>`)).text;
  } catch (error) {
    const { code = '', message = '' } = error as { code?: string; message?: string };
    return `${code}: ${message}`;
  }
};

describe('a page that only redirects', () => {
  it.each([
    ['at once', '<head><meta http-equiv="refresh" content="0; url=latest/"></head>', 'latest/'],
    [
      'as Jekyll writes it',
      `<title>Redirecting&hellip;</title><meta http-equiv="refresh" content="0; url=https://a.test/b"><h1>Redirecting&hellip;</h1><a href="https://a.test/b">Click here if you are not redirected.</a>`,
      'https://a.test/b',
    ],
    [
      'as mike writes it',
      `<head><noscript><meta http-equiv="refresh" content="1; url=latest/" /></noscript><script>go()</script></head><body>Redirecting to <a href="latest/">latest/</a>...</body>`,
      'latest/',
    ],
    ['with quotes and capitals', `<META HTTP-EQUIV='Refresh' CONTENT="3;URL='../a b/'"><p>Moved.`, '../a b/'],
    ['to a very long address', `<meta http-equiv="refresh" content="0;url=${'a'.repeat(900)}">`, `${'a'.repeat(200)}…`],
  ])('is not indexed as if it were whole: %s', (_, html, target) => {
    expect(outcomeOf(html)).toBe(
      `only_redirects: This page only redirects to ${target}. Add that address, or upload that page, and leave this one out.`,
    );
  });

  it.each([
    ['has a text of its own', `<meta http-equiv="refresh" content="10; url=next.html"><p>${PROSE.repeat(5)}`],
    ['loads itself again', '<meta http-equiv="refresh" content="5"><p>Choose the part.'],
    ['goes on after minutes', '<meta http-equiv="refresh" content="300; url=/start"><p>Choose the part.'],
  ])('is read if it %s', (_, html) => {
    expect(outcomeOf(html)).toContain('Choose the part');
  });
});

describe('a page that only asks for consent to cookies', () => {
  const wall = `<div id="cookie-consent"><h2>Your privacy</h2><p>${CONSENT}</p><button>Accept all</button></div>`;

  it.each([
    ['by its names', wall],
    ['by the names of a tool', `<div id="onetrust-consent-sdk"><p>${CONSENT}</p></div>`],
    ['beside menus and a footer', `<nav><a href="/">Start</a></nav>${wall}<footer>© 2026 Kettle</footer>`],
  ])('is not indexed as if it were whole: %s', (_, body) => {
    expect(outcomeOf(`<body>${body}</body>`)).toMatch(/^only_consent: This page only shows a notice about cookies/);
  });

  it.each([
    ['has a text of its own', `${wall}<p>Open from nine to five.</p>`, 'Open from nine to five.'],
    ['is about cookies', `<main><h1>Cookies</h1><p>${CONSENT}</p></main>`, CONSENT],
    ['is a dialog', `<div role="dialog"><p>${PROSE}</p></div>`, PROSE.trim()],
  ])('is read if it %s', (_, body, text) => {
    expect(outcomeOf(`<body>${body}</body>`)).toContain(text);
  });
});
