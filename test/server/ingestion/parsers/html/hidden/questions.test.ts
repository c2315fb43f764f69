import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../../make-files.ts';
import { KILN, outline } from '../outline.ts';

const page = (body: string) => outline(`<h1>Kilns</h1><p>${KILN}</p>${body}`).slice(2);

describe('questions that only a style sheet shows as headings', () => {
  const item = (title: string, text: string) =>
    `<div class="acc"><div class="acc__title">${title}<span class="acc__arrow"></span></div><div class="acc__panel"><p>${text}</p></div></div>`;

  it('are headings of their answers where most of a class ask, and what follows the last is not below it', () => {
    const list =
      item('How hot is it?', 'Very.') + item('Opening hours', 'At night.') + item('Are dogs allowed?', 'No.');
    expect(page(`<h2>Visit</h2>${list}<p>Ask us.</p>`)).toEqual([
      'heading2 Visit',
      'heading3 How hot is it?',
      'paragraph Very.',
      'heading3 Opening hours',
      'paragraph At night.',
      'heading3 Are dogs allowed?',
      'paragraph No.',
      'paragraph Ask us.',
    ]);
  });

  it('are so in bold, with the answer in the lines or the blocks after them, up to the next or to a heading', () => {
    const bold = `<p><strong>How hot?</strong><br>See <a href="/x">the scale</a>.</p><p><b><span>How long?</span></b></p><p>A night.</p><ul><li>Or two</li></ul><h2>Clay</h2><p>Red.</p>`;
    expect(page(bold)).toEqual([
      'heading2 How hot?',
      'paragraph See the scale.',
      'heading2 How long?',
      'paragraph A night.',
      'list-item.1 - Or two',
      'heading2 Clay',
      'paragraph Red.',
    ]);
  });

  it('are text where there is one alone, in a longer line, in a list, without an answer, or a link', () => {
    const texts = (body: string) => page(body).filter((line) => line.startsWith('heading'));
    const bold = (question: string, after = '') => `<p><strong>${question}</strong>${after}</p>`;
    expect(texts(`${bold('How hot?')}<p>Very.</p>`)).toEqual([]);
    expect(texts(`${bold('How hot?', ' Very.')}${bold('How long?', ' Long.')}`)).toEqual([]);
    expect(texts(`${bold('How hot?')}${bold('How long?')}`)).toEqual([]);
    expect(
      texts(`${bold('<a href="/a">How hot?</a>')}<p>Read.</p>${bold('<a href="/b">How long?</a>')}<p>Read.</p>`),
    ).toEqual([]);
    const lines = ['Why not?', 'All is well.', 'It is hot.', 'Who knows?', 'Nobody.'];
    expect(texts(lines.map((line) => `<p class="lead">${line}</p>`).join(''))).toEqual([]);
  });
});

it.each<[what: string, make: (count: number) => string]>([
  ['questions in bold', (count) => '<p><b>A?</b><br>b</p>'.repeat(count)],
  ['questions by class', (count) => '<div class="q">A?</div><p>b</p>'.repeat(count)],
  ['nested questions', (count) => '<div class="q">A?<div class="q">'.repeat(count)],
])('reading takes linear time for any number of %s', async (_, make) => {
  await expectLinear(10_000, (count) => void parseHtml(bytesOf(make(count))));
});
