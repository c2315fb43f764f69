import { Footnote } from '@footnote/sdk';
import { expect, it } from 'vitest';
import { scriptedServer } from './scripted-server.ts';

const file = new File(['text'], 'guide.md');
const login = { email: 'owner@example.com', password: 'a long password' };

it.each<[string, (footnote: Footnote) => Promise<unknown>, string]>([
  ['auth.register', ({ auth }) => auth.register({ ...login, name: 'Owner' }), 'POST /v1/auth/register'],
  ['auth.login', ({ auth }) => auth.login(login), 'POST /v1/auth/login'],
  ['auth.logout', ({ auth }) => auth.logout(), 'POST /v1/auth/logout'],
  ['auth.me', ({ auth }) => auth.me(), 'GET /v1/auth/me'],
  ['auth.updateMe', ({ auth }) => auth.updateMe({ name: 'New' }), 'PATCH /v1/auth/me'],
  ['auth.deleteMe', ({ auth }) => auth.deleteMe({ current_password: 'x' }), 'DELETE /v1/auth/me'],
  ['projects.create', ({ projects }) => projects.create({ name: 'Guide' }), 'POST /v1/projects'],
  ['projects.retrieve', ({ projects }) => projects.retrieve('p'), 'GET /v1/projects/p'],
  ['projects.list', ({ projects }) => projects.list({ limit: 5 }), 'GET /v1/projects?limit=5'],
  ['projects.update', ({ projects }) => projects.update('p', { name: 'New' }), 'PATCH /v1/projects/p'],
  ['projects.delete', ({ projects }) => projects.delete('p'), 'DELETE /v1/projects/p'],
  ['apiKeys.create', ({ projects }) => projects.apiKeys.create('p'), 'POST /v1/projects/p/api-keys'],
  ['apiKeys.list', ({ projects }) => projects.apiKeys.list('p'), 'GET /v1/projects/p/api-keys'],
  ['apiKeys.delete', ({ projects }) => projects.apiKeys.delete('p', 'k'), 'DELETE /v1/projects/p/api-keys/k'],
  ['sources.upload', ({ sources }) => sources.upload({ file }), 'POST /v1/sources/upload'],
  ['sources.addUrl', ({ sources }) => sources.addUrl({ url: 'https://a.example' }), 'POST /v1/sources/url'],
  [
    'sources.addText',
    ({ sources }) => sources.addText({ title: 'A', text: 'B', project_id: 'p' }),
    'POST /v1/sources?project_id=p',
  ],
  ['sources.sync', ({ sources }) => sources.sync('s'), 'POST /v1/sources/s/sync'],
  ['sources.replace', ({ sources }) => sources.replace('s', { file }), 'PUT /v1/sources/s/file'],
  [
    'sources.replaceText',
    ({ sources }) => sources.replaceText('s', { title: 'A', text: 'B' }),
    'PUT /v1/sources/s/text',
  ],
  ['sources.retrieve', ({ sources }) => sources.retrieve('s'), 'GET /v1/sources/s'],
  ['sources.crawl', ({ sources }) => sources.crawl('s', { limit: 5 }), 'GET /v1/sources/s/crawl?limit=5'],
  ['sources.list', ({ sources }) => sources.list('p', { offset: 3 }), 'GET /v1/projects/p/sources?offset=3'],
  ['sources.delete', ({ sources }) => sources.delete('s'), 'DELETE /v1/sources/s'],
  ['chat.create', ({ chat }) => chat.create('p', { query: 'When?' }), 'POST /v1/projects/p/chat'],
  ['conversations.list', (footnote) => footnote.conversations.list('p'), 'GET /v1/projects/p/conversations'],
  [
    'conversations.messages',
    (footnote) => footnote.conversations.messages('p', 'c'),
    'GET /v1/projects/p/conversations/c/messages',
  ],
  [
    'conversations.delete',
    (footnote) => footnote.conversations.delete('p', 'c'),
    'DELETE /v1/projects/p/conversations/c',
  ],
  [
    'feedback.create',
    ({ feedback }) => feedback.create('p', 'm', { rating: 'up' }),
    'POST /v1/projects/p/messages/m/feedback',
  ],
  ['projects.widget.revoke', ({ projects }) => projects.widget.revoke('p'), 'POST /v1/projects/p/widget/revoke'],
  ['widgetTokens.create', ({ widgetTokens }) => widgetTokens.create(), 'POST /v1/tokens/widget'],
  ['widget.config', ({ widget }) => widget.config('p'), 'GET /v1/projects/p/widget/config'],
  ['health.retrieve', ({ health }) => health.retrieve(), 'GET /v1/health'],
])('%s', async (_, call, expected) => {
  const answer = { items: [], total: 0, limit: 20, offset: 0 };
  const { baseURL, received } = await scriptedServer({ json: answer });
  expect(await call(new Footnote({ baseURL }))).toMatchObject(answer);
  expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([expected]);
});
