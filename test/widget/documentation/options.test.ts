import { describe, expect, it } from 'vitest';
import { checkedOptions } from '../../../widget/src/documentation/options.ts';
import { fragmentTexts, pageFilter } from '../../../widget/src/documentation/site-search.ts';

const OPTIONS = { server: 'https://chat.example.com', project: 'proj_1' };

describe('the options of a documentation tool', () => {
  it.each([
    ['https://chat.example.com/', 'https://chat.example.com'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['https://example.com/chat/', 'https://example.com/chat'],
  ])('name the server: %s', (server, expected) => {
    expect(checkedOptions({ ...OPTIONS, server }).server).toBe(expected);
  });

  it.each(['chat.example.com', 'ftp://chat.example.com', '', undefined])('are refused with the server %s', (server) => {
    expect(() => checkedOptions({ ...OPTIONS, server: server as string })).toThrow(/"server" must be the address/);
  });

  it.each(['', 'key_1', undefined])('are refused with the project %s', (project) => {
    expect(() => checkedOptions({ ...OPTIONS, project: project as string })).toThrow(/"project" must be the id/);
  });
});

describe('the filter of a page', () => {
  const page = { language: 'de', version: '2.1' };

  it.each([
    [{}, undefined],
    [{ filter: { language: 'en' } }, { language: 'en' }],
    [{ metadata: { language: 'lang', version: 'v' } }, { metadata: { lang: ['de', null], v: ['2.1', null] } }],
    [
      { filter: { metadata: { product: 'pump' } }, metadata: { version: 'v' } },
      { metadata: { product: 'pump', v: ['2.1', null] } },
    ],
  ])('of %o is %o', (options, filter) => {
    expect(pageFilter({ ...OPTIONS, ...options }, page)).toEqual(filter);
  });

  it('lets pages of a region have what is of their language', () => {
    const options = { ...OPTIONS, metadata: { language: 'lang' } };
    expect(pageFilter(options, { language: 'de-AT', version: '' })).toEqual({
      metadata: { lang: ['de-AT', 'de', null] },
    });
  });

  it('leaves out what the page does not say', () => {
    expect(pageFilter({ ...OPTIONS, metadata: { version: 'v' } }, { language: 'de', version: '' })).toBeUndefined();
  });
});

describe('a text fragment', () => {
  it.each([
    ['text=two%20years', ['two years']],
    ['text=The%20warranty,purchase', ['The warranty', 'purchase']],
    ['text=before-,two,years,-after', ['two', 'years']],
    ['', []],
  ])('%s names %o', (directive, texts) => {
    expect(fragmentTexts(directive)).toEqual(texts);
  });
});
