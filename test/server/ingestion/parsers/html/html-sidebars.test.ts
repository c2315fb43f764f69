import { expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { KILN, outline, parse } from './outline.ts';

const page = (facts: string) =>
  `<main><article><h1>Night firing</h1><div class="row"><div class="info"><p>${KILN}</p><h3>Access</h3><p>All ages</p></div><div class="sidebar col">${facts}</div></div></article></main>`;

it('reads the column beside an article, such as when and where, before its sections', () => {
  const facts = '<ul><li>Sat 31 Aug, 7pm</li><li>$49</li></ul><p><a href="/t">Tickets</a></p>';
  expect(outline(page(facts))).toEqual([
    'heading1 Night firing',
    'list-item.1 - Sat 31 Aug, 7pm',
    'list-item.1 - $49',
    'paragraph Tickets',
    `paragraph ${KILN}`,
    'heading3 Access',
    'paragraph All ages',
  ]);
});

it('leaves out such a column of links', () => {
  expect(parse(page('<p>More: <a href="/a">Glazing at home</a></p>')).text).not.toContain('Glazing');
});

it('reads the sections of such a column where they stand', () => {
  const facts =
    '<p>Free</p><div class="sidebar-inner"><h4>When</h4><div class="sidebar-text"><p>At night</p></div></div>';
  expect(outline(page(facts))).toEqual([
    'heading1 Night firing',
    'paragraph Free',
    `paragraph ${KILN}`,
    'heading3 Access',
    'paragraph All ages',
    'heading4 When',
    'paragraph At night',
  ]);
});

it('takes linear time for any number of them in each other', async () => {
  await expectLinear(20_000, (count) => {
    const columns = '<div class="sidebar">'.repeat(400);
    parseHtml(bytesOf(`<article><h1>A</h1><h2>B</h2>${columns}${'<p>a</p>'.repeat(count)}</article>`));
  });
  await expectLinear(
    2_000,
    (count) =>
      void parseHtml(bytesOf(`<article><h1>A</h1><h2>B</h2>${'<div class="sidebar">a</div>'.repeat(count)}</article>`)),
  );
});
