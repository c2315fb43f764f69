import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { KILN, outline } from './outline.ts';

const page = (body: string) => outline(`<h1>Kilns</h1><p>${KILN}</p>${body}`).slice(2);

describe('what a page shows twice, for small and for large screens', () => {
  it.each([
    ['Bootstrap', 'd-block d-md-none', 'd-none d-md-block'],
    ['Bootstrap 3', 'visible-xs', 'hidden-xs'],
    ['Tailwind', 'md:hidden', 'hidden md:block'],
    ['Elementor', 'elementor-hidden-desktop', 'elementor-hidden-tablet elementor-hidden-mobile'],
    ['own classes', 'mobile-only', 'desktop-only'],
  ])('is read once: %s', (_, small, large) => {
    const twice = (text: string) => `<div class="${small}">${text}</div><div class="${large}">${text}</div>`;
    expect(page(`${twice('<h2>Night</h2><p>Free</p>')}${twice('<h2>Day</h2><p>Free</p>')}`)).toEqual([
      ...['heading2 Night', 'paragraph Free', 'heading2 Day', 'paragraph Free'],
    ]);
  });

  it('is read where it says something else, or belongs to something else', () => {
    expect(page('<p class="d-md-none">Call us.</p><p class="d-none d-md-block">Write to us.</p>')).toHaveLength(2);
    const card = (name: string) => `<h2>${name}</h2><p class="d-none d-md-block">Free</p>`;
    expect(page(card('Night') + card('Day'))).toHaveLength(4);
    expect(page('<div class="hidden md:block"><div class="md:hidden lg:flex">Free</div></div>')).toEqual([
      'paragraph Free',
    ]);
  });

  it('is not read where Elementor shows it on no screen', () => {
    const hidden = 'elementor-hidden-desktop elementor-hidden-laptop elementor-hidden-tablet elementor-hidden-mobile';
    expect(page(`<div class="${hidden}"><h3>All care</h3></div><p>Cheap.</p>`)).toEqual(['paragraph Cheap.']);
  });
});

it.each<[what: string, make: (count: number) => string]>([
  ['side by side', (count) => '<p class="d-md-none">a</p><p class="d-none d-md-block">a</p>'.repeat(count)],
  ['in each other', (count) => '<div class="d-md-none">a<div class="d-none d-md-block">'.repeat(count)],
])('takes linear time for any number of such parts %s', async (_, make) => {
  await expectLinear(10_000, (count) => void parseHtml(bytesOf(make(count))));
});
