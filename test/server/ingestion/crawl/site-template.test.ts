import { describe, expect, it } from 'vitest';
import { learn, pageToReadAgain, wasReadAgain } from '../../../../server/ingestion/crawl/site-template.ts';
import type { SiteTemplate } from '../../../../server/store/types.ts';

const NO_TEMPLATE: SiteTemplate = { repeated: [], samples: [] };

const learned = (...pages: string[][]) =>
  pages.reduce((template, kept, index) => learn(template, { url: `/${index}`, kept, leftOut: [] }), NO_TEMPLATE);

describe('the template of a site', () => {
  it('is what stands at the edges of three pages and of half of them', () => {
    expect(learned(['a'], ['a']).repeated).toEqual([]);
    expect(learned(['a', 'b'], ['a', 'b'], ['a', 'c']).repeated).toEqual(['a']);
    expect(learned(['a'], ['a'], ['x'], ['y'], ['z'], ['w'], ['a']).repeated).toEqual([]);
  });

  it('is also what is left out of other pages, and kept where it is not', () => {
    const template = [['a'], [], []].reduce(
      (known, kept, index) => learn(known, { url: `/${index}`, kept, leftOut: kept.length > 0 ? [] : ['a'] }),
      NO_TEMPLATE,
    );
    expect(template.repeated).toEqual(['a']);
    expect(pageToReadAgain(template, true)).toBe('/0');
    expect(pageToReadAgain(wasReadAgain(template, '/0'), true)).toBeNull();
  });

  it('keeps what it has learned', () => {
    const template = learned(['a'], ['a'], ['a'], [], [], [], []);
    expect(template.repeated).toEqual(['a']);
  });

  it('asks for the pages again that were read before, once it has seen enough pages or all of them', () => {
    const few = learned(['a', 'b'], ['a'], ['c'], ['a']);
    expect(pageToReadAgain(few, false)).toBeNull();
    expect(pageToReadAgain(few, true)).toBe('/0');
    expect(pageToReadAgain(wasReadAgain(few, '/0'), true)).toBe('/1');
    expect(pageToReadAgain(['/0', '/1', '/3'].reduce(wasReadAgain, few), true)).toBeNull();
    const many = learned(...Array.from({ length: 40 }, () => ['a']));
    expect(many.samples).toHaveLength(24);
    expect(pageToReadAgain(many, false)).toBe('/0');
  });
});
