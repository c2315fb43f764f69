import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../../../../helpers/timing/growth.ts';
import { parse } from '../outline.ts';

describe('a line that leads to the title of a page through its site', () => {
  const page = (above: string) => parse(`<main>${above}<h1>Careers</h1><p>No position is open.</p></main>`).text;

  it.each([
    '<div><a href="/">Home</a><span>></span> <a href="/about">About us</a><span>></span> Careers</div>',
    '<p><a href="/">Home</a> / Careers</p>',
    '<div><a href="/">Home</a> » <b>Careers</b></div>',
  ])('is left out: %s', (above) => {
    expect(page(above)).toBe('Careers\n\nNo position is open.');
  });

  it.each([
    '<p><a href="/">Home</a> is where careers begin.</p>',
    '<p>Careers</p>',
    '<p><a href="/">Home</a> Jobs</p>',
  ])('is not any other: %s', (above) => {
    expect(page(above)).not.toMatch(/^Careers\n\nNo/);
  });

  it('takes linear time to find', () =>
    expectLinear(8_000, (many) => page(`<div>${'<p><a>x</a>'.repeat(many)}</div>${'<a>'.repeat(100)}`)));
});
