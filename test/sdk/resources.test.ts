import { Footnote } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { COMPOSED_METHODS, EVERY_METHOD, methodsOf } from './every-method.ts';
import { scriptedServer } from './scripted-server.ts';
import { ANSWER, streaming } from './stream-steps.ts';

describe('a method', () => {
  it.each(EVERY_METHOD)(
    '$method asks once, for its own path, and gives what is answered',
    async ({ method, call, asks }) => {
      const answer = { items: [], total: 0, limit: 20, offset: 0 };
      const { baseURL, received } = await scriptedServer(method === 'chat.stream' ? streaming() : { json: answer });
      expect(await call(new Footnote({ baseURL }))).toMatchObject(method === 'chat.stream' ? ANSWER : answer);
      expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([asks]);
    },
  );

  it('is in this list exactly once', () => {
    const listed = [...EVERY_METHOD.map(({ method }) => method), ...COMPOSED_METHODS];
    expect(methodsOf(new Footnote({ baseURL: 'http://a.test/v1' })).sort()).toEqual(listed.sort());
  });
});
