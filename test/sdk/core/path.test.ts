import { Footnote, FootnoteError } from '@footnote/sdk';
import { expect, it } from 'vitest';
import { scriptedServer } from '../scripted-server.ts';

it.each([
  ['../../auth/logout', '/v1/projects/..%2F..%2Fauth%2Flogout'],
  ['a?b=c#d', '/v1/projects/a%3Fb%3Dc%23d'],
  ['a\\b', '/v1/projects/a%5Cb'],
  ['%2e%2e', '/v1/projects/%252e%252e'],
  ['é漢', '/v1/projects/%C3%A9%E6%BC%A2'],
  ['a\r\nb', '/v1/projects/a%0D%0Ab'],
  ['...', '/v1/projects/...'],
])('encodes the id %j as one path segment', async (id, url) => {
  const { baseURL, received } = await scriptedServer({ json: {} });
  await new Footnote({ baseURL }).projects.retrieve(id);
  expect(received.map((request) => request.url)).toEqual([url]);
});

it.each(['', '.', '..', undefined, null, 7])('refuses %j as an id and sends nothing', async (id) => {
  const { baseURL, received } = await scriptedServer({ json: {} });
  const call = async () => new Footnote({ baseURL }).projects.delete(id as string);
  await expect(call()).rejects.toBeInstanceOf(FootnoteError);
  expect(received).toEqual([]);
});
