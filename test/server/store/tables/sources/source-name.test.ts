import { describe, expect, it } from 'vitest';
import { sourceName } from '../../../../../server/store/tables/sources/source-name.ts';

const SOURCE = { externalId: null, url: null, metadata: {} };

describe('what tells a source from others of its title', () => {
  it.each([
    [
      'the name that its owner has given it',
      { externalId: 'guide/a.md', metadata: { filename: 'a.md' } },
      'guide/a.md',
    ],
    ['the name of its file', { url: 'https://docs.example.com/a', metadata: { filename: 'a.md' } }, 'a.md'],
    ['the path of its page', { url: 'https://docs.example.com/a/%C3%BCber?v=2#b' }, '/a/über?v=2'],
    ['the path after redirects', { metadata: { url: 'https://a.example/1', final_url: 'https://a.example/2' } }, '/2'],
    ['a path that is no text as it stands', { url: 'https://a.example/%ff' }, '/%ff'],
    ['the host of the first page of a site', { metadata: { url: 'https://docs.example.com/' } }, 'docs.example.com'],
    ['nothing of a text', {}, undefined],
    ['nothing that is its title already', { metadata: { filename: 'Fastify' } }, undefined],
  ])('is %s', (_, source, name) => {
    expect(sourceName({ ...SOURCE, ...source }, 'Fastify')).toBe(name);
  });
});
