import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';

const textOf = (html: string) => parseHtml(bytesOf(html)).text;

describe('elements that only a style sheet keeps apart', () => {
  it.each([
    ['opening hours', '<ul><li><span>Monday</span><span>Closed</span></li></ul>', '- Monday Closed'],
    ['a contact', '<ul><li><b>Phone</b><a href="tel:1">01202 775566</a></li></ul>', '- Phone 01202 775566'],
    ['a label', '<div><span class="l">E-mail:</span><span>a@example.org</span></div>', 'E-mail: a@example.org'],
    ['a price', '<p class="price"><span>$</span><b>12</b><small>per month</small></p>', '$12 per month'],
    ['a price with its label', '<div><small>From</small><b>£20</b><small>/job</small></div>', 'From £20/job'],
    [
      'tags',
      '<div><span>Antivirus</span><span>Backups (daily)</span><span>Updates</span></div>',
      'Antivirus Backups (daily) Updates',
    ],
    ['a time behind text', '<div>1:00 PM<time>2 May</time></div>', '1:00 PM 2 May'],
    ['an icon', '<div><span>status</span><span>✓ on</span></div>', 'status ✓ on'],
    ['a cell', '<table><tr><td><b>Talk</b><span>Room 2</span></td><td>9:00</td></tr></table>', 'Talk Room 2 | 9:00'],
    [
      'a link with two lines',
      '<div><a href="/a"><strong>Wi-Fi drops</strong><em>At home</em></a></div>',
      'Wi-Fi drops At home',
    ],
  ])('are read with a space between: %s', (_, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it.each([
    ['letters of one word', '<p><b>F</b><span>ile</span></p>', 'File'],
    ['parts of a word in running text', '<p><span>foot</span><span>note</span></p>', 'footnote'],
    ['a word in a sentence', '<p>A <b>foot</b><i>note</i> says so.</p>', 'A footnote says so.'],
    ['code', '<p><code><span>get</span><span>Name2</span></code></p>', 'getName2'],
    ['a unit', '<div><b>12</b><span>€</span></div>', '12€'],
    ['a word of a language without spaces', '<div><b>東京</b><span>都庁</span></div>', '東京都庁'],
    ['a time in brackets', '<p>Open (<time>9:00</time>)</p>', 'Open (9:00)'],
    ['a time of a language without spaces', '<p>時間<time>9時</time></p>', '時間9時'],
    ['an index', '<div><span>CO</span><sub>2</sub></div>', 'CO2'],
  ])('are one: %s', (_, html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it('take linear time', () =>
    expectLinear(30_000, (many) => parseHtml(bytesOf(`<div>${'<b>word</b>'.repeat(many)}</div>`))));
});
