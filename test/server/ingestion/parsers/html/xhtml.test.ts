import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { expectSound } from '../../parse/invariants.ts';

const parse = (source: string, isXhtml = false) => {
  const document = parseHtml(bytesOf(source), { isXhtml });
  expectSound(document);
  return document;
};
const NAMESPACE = 'xmlns="http://www.w3.org/1999/xhtml"';
const xhtml = (body: string, head = '<title>Ferry</title>', before = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${before}<html ${NAMESPACE}><head>${head}</head><body>${body}</body></html>`;

describe('a page of XHTML', () => {
  it.each<[what: string, head: string, body: string, text: string]>([
    ['a script', '<script src="a.js"/><script src="b.js" />', '<p>Pull the lever.</p>', 'Pull the lever.'],
    ['a style and a title', '<style type="text/css"/><title/>', '<p>Pull the lever.</p>', 'Pull the lever.'],
    ['a frame', '', '<p>Pull</p><iframe src="a.html"/><p>the lever.</p>', 'Pull\n\nthe lever.'],
    ['a place', '', '<h2><a id="x"/>Lever</h2><p><a name="y"/>Pull it.</p>', 'Lever\n\nPull it.'],
    ['a field', '', '<p>Pull</p><textarea name="a"/><p>the lever.</p>', 'Pull\n\nthe lever.'],
    ['a part', '', '<div class="clear"/><p>Pull</p><div hidden="hidden"/><p>the lever.</p>', 'Pull\n\nthe lever.'],
    [
      'a script between others',
      '<script src="a.js"/>',
      '<p>Pull</p><script>if (a &lt; b) c("<p>");</script><p>the lever.</p><script src="b.js"/>',
      'Pull\n\nthe lever.',
    ],
  ])('may have %s that ends where it begins', (_, head, body, text) => {
    expect(parse(xhtml(body, head)).text).toBe(text);
  });

  it('is read as it is meant, with characters by their names and as they are', () => {
    const { text, title } = parse(
      xhtml(
        '<p>Caf&eacute;&nbsp;&amp;&#160;<![CDATA[a < b]]></p><p>one<br/>two</p><hr/><p>three</p>',
        '<title>Bar</title>',
      ),
    );
    expect([title, text]).toEqual(['Bar', 'Café & a < b\n\none\ntwo\n\nthree']);
  });

  it('is known by its namespace, with or without a declaration', () => {
    for (const before of [
      '',
      '\ufeff',
      '<!-- made by hand -->\n',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">',
    ])
      expect(parse(xhtml('<p>Pull the lever.</p>', '<script src="a"/><script>b()</script>', before)).text).toBe(
        'Pull the lever.',
      );
  });

  it('is known by what it was sent as', () => {
    const page = '<html><head><script src="a"/></head><body><p>Pull</p><script>b()</script><p>it.</p></body></html>';
    expect(parse(page, true).text).toBe('Pull\n\nit.');
  });

  it('is known by elements that would never end in HTML', () => {
    expect(parse('<!doctype html><meta charset="utf-8"><title/><h1>Lever</h1><p>Pull it.</p>').text).toBe(
      'Lever\n\nPull it.',
    );
    expect(parse('<p>Pull</p><iframe title="a > b" src=\'x\' /><p>it.</p>').text).toBe('Pull\n\nit.');
  });

  it('is read to its end if it is not well-formed', () => {
    expect(parse(xhtml('<p>Pull<br>the <b>lever<p>twice & wait<ul><li>one<li>two</ul>', '<title/>')).text).toBe(
      'Pull\nthe lever\n\ntwice & wait\n\n- one\n- two',
    );
  });

  it('is not given what it declares of itself', () => {
    const entities = '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/hostname">]>';
    const { text } = parse(xhtml('<p>One &b; two &c; three.</p>', '<title/>', entities));
    expect(text).toBe('One &b; two &c; three.');
  });

  it('is no page of HTML whose elements are closed', () => {
    const page = '<p>one<script>x = "<iframe/>";</script><iframe src="a"/>two</iframe><p>three';
    expect(parse(page).text).toBe('one\n\nthree');
  });

  it.each([
    ['elements that end at once', (many: number) => '<title/>'.repeat(many)],
    ['elements that are closed at the end', (many: number) => `${'<title/>'.repeat(many)}</title>`],
    ['tags without an end', (many: number) => '<title a="'.repeat(many)],
    ['quotation marks', (many: number) => `<title ${'"" '.repeat(many)}`],
  ])('takes linear time for any number of %s, or is refused', (_, page) =>
    expectLinear(100_000, (many) => {
      try {
        parse(`<p>word</p>${page(many)}`);
      } catch (error) {
        expect(error).toHaveProperty('code');
      }
    }),
  );
});
