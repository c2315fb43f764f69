import type { Footnote } from '@footnote/sdk';

const file = new File(['text'], 'guide.md');
const login = { email: 'owner@example.com', password: 'a long password' };
const served = { url: 'http://localhost:11434/v1', model: 'm' };
const list = { limit: 5, offset: 3 };
const range = { from: '2026-01-01', to: '2026-01-31' };
const RANGE = 'from=2026-01-01&to=2026-01-31';
const audit = { project_id: 'p', action: 'auth.login', ...range } as const;
const AUDIT = `project_id=p&action=auth.login&${RANGE}`;
const filter = { search: 'a', feedback: 'any', refused: true, unsure: false, ...range, visitor_id: 'v' } as const;
const FILTER = `search=a&feedback=any&refused=true&unsure=false&${RANGE}&visitor_id=v`;

/** One method of the SDK, called once. */
export interface MethodCall {
  /** Its path on a client: `projects.apiKeys.create`. */
  method: string;
  /** The operation of the API document that it calls. */
  operation: string;
  call(footnote: Footnote): PromiseLike<unknown>;
  /** The path of its request, with the base URL's `/v1`. */
  asks: string;
}

const row = (method: string, operation: string, call: MethodCall['call'], asks: string): MethodCall => ({
  method,
  operation,
  call,
  asks,
});

/** The text of a download, which is JSON. */
async function parsed(file: AsyncIterable<string>): Promise<unknown> {
  let whole = '';
  for await (const text of file) whole += text;
  return JSON.parse(whole);
}

// biome-ignore format: a table
/** Every method that calls an operation of the API. */
export const EVERY_METHOD: MethodCall[] = [
  row('auth.register', 'auth.register', ({ auth }) => auth.register({ ...login, name: 'Owner' }), 'POST /v1/auth/register'),
  row('auth.login', 'auth.login', ({ auth }) => auth.login(login), 'POST /v1/auth/login'),
  row('auth.logout', 'auth.logout', ({ auth }) => auth.logout(), 'POST /v1/auth/logout'),
  row('auth.me', 'auth.me', ({ auth }) => auth.me(), 'GET /v1/auth/me'),
  row('auth.updateMe', 'auth.update-me', ({ auth }) => auth.updateMe({ name: 'New' }), 'PATCH /v1/auth/me'),
  row('auth.deleteMe', 'auth.delete-me', ({ auth }) => auth.deleteMe({ current_password: 'long enough' }), 'DELETE /v1/auth/me'),
  row('auth.confirm', 'auth.confirm', ({ auth }) => auth.confirm({ password: 'long enough' }), 'POST /v1/auth/confirm'),
  row('auth.secondFactor.retrieve', 'second-factor.retrieve', ({ auth }) => auth.secondFactor.retrieve(), 'GET /v1/auth/second-factor'),
  row('auth.secondFactor.setUp', 'second-factor.set-up', ({ auth }) => auth.secondFactor.setUp(), 'POST /v1/auth/second-factor'),
  row('auth.secondFactor.enable', 'second-factor.enable', ({ auth }) => auth.secondFactor.enable({ code: '123456' }), 'POST /v1/auth/second-factor/enable'),
  row('auth.secondFactor.renewRecoveryCodes', 'second-factor.renew-recovery-codes', ({ auth }) => auth.secondFactor.renewRecoveryCodes(), 'POST /v1/auth/second-factor/recovery-codes'),
  row('auth.secondFactor.disable', 'second-factor.disable', ({ auth }) => auth.secondFactor.disable(), 'DELETE /v1/auth/second-factor'),
  row('auth.provider.begin', 'provider.begin', ({ auth }) => auth.provider.begin(), 'POST /v1/auth/provider/begin'),
  row('auth.provider.signIn', 'provider.sign-in', ({ auth }) => auth.provider.signIn({ flow: 'f', response: 'code=c' }), 'POST /v1/auth/provider/sign-in'),
  row('auth.provider.retrieve', 'provider.retrieve', ({ auth }) => auth.provider.retrieve(), 'GET /v1/auth/provider'),
  row('auth.provider.link', 'provider.link', ({ auth }) => auth.provider.link({ flow: 'f', response: 'code=c' }), 'POST /v1/auth/provider/link'),
  row('auth.provider.unlink', 'provider.unlink', ({ auth }) => auth.provider.unlink(), 'DELETE /v1/auth/provider'),
  row('auth.sessions.list', 'sessions.list', ({ auth }) => auth.sessions.list(list), 'GET /v1/auth/sessions?limit=5&offset=3'),
  row('auth.sessions.delete', 'sessions.delete', ({ auth }) => auth.sessions.delete('s'), 'DELETE /v1/auth/sessions/s'),
  row('auth.sessions.deleteOthers', 'sessions.delete-others', ({ auth }) => auth.sessions.deleteOthers(), 'DELETE /v1/auth/sessions'),
  row('auth.auditLog.list', 'audit-log.list', ({ auth }) => auth.auditLog.list({ ...list, ...audit }), `GET /v1/auth/audit-log?limit=5&offset=3&${AUDIT}`),
  row('auth.auditLog.export', 'audit-log.export', async ({ auth }) => parsed(await auth.auditLog.export({ format: 'jsonl', ...audit })), `GET /v1/auth/audit-log/export?format=jsonl&${AUDIT}`),
  row('server.auditLog.list', 'server-audit-log.list', ({ server }) => server.auditLog.list({ ...list, ...audit }), `GET /v1/server/audit-log?limit=5&offset=3&${AUDIT}`),
  row('server.auditLog.export', 'server-audit-log.export', async ({ server }) => parsed(await server.auditLog.export({ format: 'jsonl', ...audit })), `GET /v1/server/audit-log/export?format=jsonl&${AUDIT}`),
  row('projects.create', 'projects.create', ({ projects }) => projects.create({ name: 'Guide' }), 'POST /v1/projects'),
  row('projects.retrieve', 'projects.retrieve', ({ projects }) => projects.retrieve('p'), 'GET /v1/projects/p'),
  row('auth.requestPasswordReset', 'auth.request-password-reset', ({ auth }) => auth.requestPasswordReset({ email: 'a@example.com' }), 'POST /v1/auth/password-reset'),
  row('auth.resetPassword', 'auth.reset-password', ({ auth }) => auth.resetPassword({ token: 't', password: 'a new password' }), 'POST /v1/auth/password-reset/complete'),
  row('projects.list', 'projects.list', ({ projects }) => projects.list(list), 'GET /v1/projects?limit=5&offset=3'),
  row('projects.update', 'projects.update', ({ projects }) => projects.update('p', { name: 'New' }), 'PATCH /v1/projects/p'),
  row('projects.delete', 'projects.delete', ({ projects }) => projects.delete('p'), 'DELETE /v1/projects/p'),
  row('projects.apiKeys.create', 'api-keys.create', ({ projects }) => projects.apiKeys.create('p', { name: 'CI' }), 'POST /v1/projects/p/api-keys'),
  row('projects.apiKeys.list', 'api-keys.list', ({ projects }) => projects.apiKeys.list('p', list), 'GET /v1/projects/p/api-keys?limit=5&offset=3'),
  row('projects.apiKeys.rotate', 'api-keys.rotate', ({ projects }) => projects.apiKeys.rotate('p', 'k', { overlap_seconds: 60 }), 'POST /v1/projects/p/api-keys/k/rotate'),
  row('projects.apiKeys.delete', 'api-keys.delete', ({ projects }) => projects.apiKeys.delete('p', 'k'), 'DELETE /v1/projects/p/api-keys/k'),
  row('projects.webhooks.create', 'webhooks.create', ({ projects }) => projects.webhooks.create('p', { url: 'https://a.example', events: ['budget.spent'] }), 'POST /v1/projects/p/webhooks'),
  row('projects.webhooks.list', 'webhooks.list', ({ projects }) => projects.webhooks.list('p', list), 'GET /v1/projects/p/webhooks?limit=5&offset=3'),
  row('projects.webhooks.retrieve', 'webhooks.retrieve', ({ projects }) => projects.webhooks.retrieve('p', 'w'), 'GET /v1/projects/p/webhooks/w'),
  row('projects.webhooks.update', 'webhooks.update', ({ projects }) => projects.webhooks.update('p', 'w', { enabled: false }), 'PATCH /v1/projects/p/webhooks/w'),
  row('projects.webhooks.delete', 'webhooks.delete', ({ projects }) => projects.webhooks.delete('p', 'w'), 'DELETE /v1/projects/p/webhooks/w'),
  row('projects.webhooks.rotate', 'webhooks.rotate', ({ projects }) => projects.webhooks.rotate('p', 'w'), 'POST /v1/projects/p/webhooks/w/rotate'),
  row('projects.webhooks.test', 'webhooks.test', ({ projects }) => projects.webhooks.test('p', 'w'), 'POST /v1/projects/p/webhooks/w/test'),
  row('projects.webhooks.deliveries', 'webhooks.deliveries', ({ projects }) => projects.webhooks.deliveries('p', 'w', { status: 'failed', ...list }), 'GET /v1/projects/p/webhooks/w/deliveries?status=failed&limit=5&offset=3'),
  row('projects.webhooks.redeliver', 'webhooks.redeliver', ({ projects }) => projects.webhooks.redeliver('p', 'w', 'd'), 'POST /v1/projects/p/webhooks/w/deliveries/d/redeliver'),
  row('projects.members.list', 'members.list', ({ projects }) => projects.members.list('p', list), 'GET /v1/projects/p/members?limit=5&offset=3'),
  row('projects.members.update', 'members.update', ({ projects }) => projects.members.update('p', 'u', { role: 'viewer' }), 'PATCH /v1/projects/p/members/u'),
  row('projects.members.delete', 'members.delete', ({ projects }) => projects.members.delete('p', 'u'), 'DELETE /v1/projects/p/members/u'),
  row('projects.members.transfer', 'projects.transfer', ({ projects }) => projects.members.transfer('p', { user_id: 'u' }), 'POST /v1/projects/p/transfer'),
  row('projects.invitations.create', 'invitations.create', ({ projects }) => projects.invitations.create('p', { email: null, role: 'viewer' }), 'POST /v1/projects/p/invitations'),
  row('projects.invitations.list', 'invitations.list', ({ projects }) => projects.invitations.list('p', list), 'GET /v1/projects/p/invitations?limit=5&offset=3'),
  row('projects.invitations.delete', 'invitations.delete', ({ projects }) => projects.invitations.delete('p', 'i'), 'DELETE /v1/projects/p/invitations/i'),
  row('projects.invitations.look', 'invitations.look', ({ projects }) => projects.invitations.look({ token: 't' }), 'POST /v1/invitations/look'),
  row('projects.invitations.accept', 'invitations.accept', ({ projects }) => projects.invitations.accept({ token: 't' }), 'POST /v1/invitations/accept'),
  row('server.users.list', 'users.list', ({ server }) => server.users.list({ ...list, search: 'a', deactivated: true }), 'GET /v1/server/users?limit=5&offset=3&search=a&deactivated=true'),
  row('server.users.deactivate', 'users.deactivate', ({ server }) => server.users.deactivate('u'), 'POST /v1/server/users/u/deactivate'),
  row('server.users.reactivate', 'users.reactivate', ({ server }) => server.users.reactivate('u'), 'POST /v1/server/users/u/reactivate'),
  row('server.users.unlink', 'users.unlink', ({ server }) => server.users.unlink('u'), 'DELETE /v1/server/users/u/provider'),
  row('handovers.create', 'handovers.create', ({ handovers }) => handovers.create('p', { email: 'a@example.com', question: 'Why?', consent: true }), 'POST /v1/projects/p/handovers'),
  row('projects.handovers.list', 'handovers.list', ({ projects }) => projects.handovers.list('p', { status: 'open', ...list }), 'GET /v1/projects/p/handovers?status=open&limit=5&offset=3'),
  row('projects.handovers.retrieve', 'handovers.retrieve', ({ projects }) => projects.handovers.retrieve('p', 'h'), 'GET /v1/projects/p/handovers/h'),
  row('projects.handovers.update', 'handovers.update', ({ projects }) => projects.handovers.update('p', 'h', { status: 'closed' }), 'PATCH /v1/projects/p/handovers/h'),
  row('projects.handovers.delete', 'handovers.delete', ({ projects }) => projects.handovers.delete('p', 'h'), 'DELETE /v1/projects/p/handovers/h'),
  row('projects.widget.putImage', 'widget.put-image', ({ projects }) => projects.widget.putImage('p', 'logo', file), 'PUT /v1/projects/p/widget/images/logo'),
  row('projects.widget.deleteImage', 'widget.delete-image', ({ projects }) => projects.widget.deleteImage('p', 'logo'), 'DELETE /v1/projects/p/widget/images/logo'),
  row('projects.widget.revoke', 'widget.revoke', ({ projects }) => projects.widget.revoke('p'), 'POST /v1/projects/p/widget/revoke'),
  row('projects.overview', 'projects.overview', ({ projects }) => projects.overview('p', range), `GET /v1/projects/p/overview?${RANGE}`),
  row('projects.usage', 'projects.usage', ({ projects }) => projects.usage('p', range), `GET /v1/projects/p/usage?${RANGE}`),
  row('sources.upload', 'sources.upload', ({ sources }) => sources.upload({ file, project_id: 'p' }), 'POST /v1/sources/upload?project_id=p'),
  row('sources.addUrl', 'sources.create-url', ({ sources }) => sources.addUrl({ url: 'https://a.example', project_id: 'p' }), 'POST /v1/sources/url?project_id=p'),
  row('sources.addText', 'sources.create', ({ sources }) => sources.addText({ title: 'A', text: 'B', project_id: 'p' }), 'POST /v1/sources?project_id=p'),
  row('sources.sync', 'sources.sync', ({ sources }) => sources.sync('s'), 'POST /v1/sources/s/sync'),
  row('sources.replace', 'sources.replace', ({ sources }) => sources.replace('s', { file }), 'PUT /v1/sources/s/file'),
  row('sources.replaceText', 'sources.replace-text', ({ sources }) => sources.replaceText('s', { title: 'A', text: 'B' }), 'PUT /v1/sources/s/text'),
  row('sources.put', 'sources.put', ({ sources }) => sources.put('p', 'e', { file, url: 'https://a.example', metadata: { version: '2' } }), 'PUT /v1/projects/p/sources/by-external-id/e'),
  row('sources.batch', 'sources.batch', ({ sources }) => sources.batch('p', { files: [{ file, name: 'a/b.md' }], remove: ['old.md'] }), 'POST /v1/projects/p/sources/batch'),
  row('sources.update', 'sources.update', ({ sources }) => sources.update('s', { refresh_hours: null }), 'PATCH /v1/sources/s'),
  row('sources.retrieve', 'sources.retrieve', ({ sources }) => sources.retrieve('s'), 'GET /v1/sources/s'),
  row('sources.crawl', 'sources.crawl', ({ sources }) => sources.crawl('s', { ...list, outcome: 'failed' }), 'GET /v1/sources/s/crawl?limit=5&offset=3&outcome=failed'),
  row('sources.counts', 'sources.counts', ({ sources }) => sources.counts('p'), 'GET /v1/projects/p/sources/counts'),
  row('sources.original', 'sources.original', async ({ sources }) => parsed(await sources.original('s')), 'GET /v1/sources/s/original'),
  row('sources.passages', 'sources.passages', ({ sources }) => sources.passages('s', list), 'GET /v1/sources/s/passages?limit=5&offset=3'),
  row('sources.list', 'sources.list', ({ sources }) => sources.list('p', { ...list, status: 'failed', type: 'url', search: 'a', parent_id: 'none' }), 'GET /v1/projects/p/sources?limit=5&offset=3&status=failed&type=url&search=a&parent_id=none'),
  row('sources.delete', 'sources.delete', ({ sources }) => sources.delete('s'), 'DELETE /v1/sources/s'),
  row('search.create', 'search.create', ({ search }) => search.create('p', { query: 'When', limit: 5, typing: true, filter: { language: ['en'] } }), 'POST /v1/projects/p/search'),
  row('chat.create', 'chat.create', ({ chat }) => chat.create('p', { query: 'When?', conversation_id: null }), 'POST /v1/projects/p/chat'),
  row('chat.stream', 'chat.create', ({ chat }) => chat.stream('p', { query: 'When?', conversation_id: 'c' }).finalAnswer(), 'POST /v1/projects/p/chat'),
  row('conversations.list', 'conversations.list', ({ conversations }) => conversations.list('p', { ...list, ...filter }), `GET /v1/projects/p/conversations?limit=5&offset=3&${FILTER}`),
  row('conversations.retrieve', 'conversations.retrieve', ({ conversations }) => conversations.retrieve('p', 'c'), 'GET /v1/projects/p/conversations/c'),
  row('conversations.messages', 'conversations.messages', ({ conversations }) => conversations.messages('p', 'c', list), 'GET /v1/projects/p/conversations/c/messages?limit=5&offset=3'),
  row('conversations.delete', 'conversations.delete', ({ conversations }) => conversations.delete('p', 'c'), 'DELETE /v1/projects/p/conversations/c'),
  row('conversations.deleteAll', 'conversations.delete-all', ({ conversations }) => conversations.deleteAll('p', { visitor_id: 'v', all: true }), 'DELETE /v1/projects/p/conversations?visitor_id=v&all=true'),
  row('conversations.export', 'conversations.export', async ({ conversations }) => parsed(await conversations.export('p', { format: 'jsonl', ...filter })), `GET /v1/projects/p/conversations/export?format=jsonl&${FILTER}`),
  row('conversations.trace', 'messages.trace', ({ conversations }) => conversations.trace('p', 'm'), 'GET /v1/projects/p/messages/m/trace'),
  row('unanswered.list', 'unanswered.list', ({ unanswered }) => unanswered.list('p', { ...list, ...range }), `GET /v1/projects/p/unanswered?limit=5&offset=3&${RANGE}`),
  row('unanswered.weakest', 'unanswered.weakest', ({ unanswered }) => unanswered.weakest('p', { ...list, ...range }), `GET /v1/projects/p/unanswered/weakest?limit=5&offset=3&${RANGE}`),
  row('unanswered.dismiss', 'unanswered.dismiss', ({ unanswered }) => unanswered.dismiss('p', { message_ids: ['m'] }), 'POST /v1/projects/p/unanswered/dismiss'),
  row('curatedAnswers.create', 'curated-answers.create', ({ curatedAnswers }) => curatedAnswers.create('p', { question: 'Q', answer: 'A' }), 'POST /v1/projects/p/curated-answers'),
  row('curatedAnswers.list', 'curated-answers.list', ({ curatedAnswers }) => curatedAnswers.list('p', list), 'GET /v1/projects/p/curated-answers?limit=5&offset=3'),
  row('curatedAnswers.retrieve', 'curated-answers.retrieve', ({ curatedAnswers }) => curatedAnswers.retrieve('p', 'c'), 'GET /v1/projects/p/curated-answers/c'),
  row('curatedAnswers.update', 'curated-answers.update', ({ curatedAnswers }) => curatedAnswers.update('p', 'c', { enabled: false }), 'PATCH /v1/projects/p/curated-answers/c'),
  row('curatedAnswers.delete', 'curated-answers.delete', ({ curatedAnswers }) => curatedAnswers.delete('p', 'c'), 'DELETE /v1/projects/p/curated-answers/c'),
  row('curatedAnswers.import', 'curated-answers.import', ({ curatedAnswers }) => curatedAnswers.import('p', { answers: [{ question: 'Q', answer: 'A' }] }), 'POST /v1/projects/p/curated-answers/import'),
  row('curatedAnswers.match', 'curated-answers.match', ({ curatedAnswers }) => curatedAnswers.match('p', { query: 'q' }), 'POST /v1/projects/p/curated-answers/match'),
  row('goldenQuestions.create', 'golden-questions.create', ({ goldenQuestions }) => goldenQuestions.create('p', { question: 'Q' }), 'POST /v1/projects/p/golden-questions'),
  row('goldenQuestions.list', 'golden-questions.list', ({ goldenQuestions }) => goldenQuestions.list('p', list), 'GET /v1/projects/p/golden-questions?limit=5&offset=3'),
  row('goldenQuestions.delete', 'golden-questions.delete', ({ goldenQuestions }) => goldenQuestions.delete('p', 'g'), 'DELETE /v1/projects/p/golden-questions/g'),
  row('goldenQuestions.check', 'golden-checks.create', ({ goldenQuestions }) => goldenQuestions.check('p'), 'POST /v1/projects/p/golden-questions/checks'),
  row('goldenQuestions.checks', 'golden-checks.list', ({ goldenQuestions }) => goldenQuestions.checks('p', list), 'GET /v1/projects/p/golden-questions/checks?limit=5&offset=3'),
  row('goldenQuestions.retrieveCheck', 'golden-checks.retrieve', ({ goldenQuestions }) => goldenQuestions.retrieveCheck('p', 'c'), 'GET /v1/projects/p/golden-questions/checks/c'),
  row('goldenQuestions.cancelCheck', 'golden-checks.cancel', ({ goldenQuestions }) => goldenQuestions.cancelCheck('p', 'c'), 'POST /v1/projects/p/golden-questions/checks/c/cancel'),
  row('feedback.list', 'feedback.list', ({ feedback }) => feedback.list('p', { ...list, state: 'new', rating: 'up' }), 'GET /v1/projects/p/feedback?limit=5&offset=3&state=new&rating=up'),
  row('feedback.update', 'feedback.update', ({ feedback }) => feedback.update('p', 'm', { state: 'done' }), 'PATCH /v1/projects/p/feedback/m'),
  row('feedback.create', 'feedback.create', ({ feedback }) => feedback.create('p', 'm', { rating: 'up' }), 'POST /v1/projects/p/messages/m/feedback'),
  row('widgetTokens.create', 'widget-tokens.create', ({ widgetTokens }) => widgetTokens.create({ project_id: 'p', expires_in: 60 }), 'POST /v1/tokens/widget'),
  row('widget.config', 'widget.config', ({ widget }) => widget.config('p'), 'GET /v1/projects/p/widget/config'),
  row('health.retrieve', 'health.retrieve', ({ health }) => health.retrieve(), 'GET /v1/health'),
  row('server.retrieve', 'server.retrieve', ({ server }) => server.retrieve(), 'GET /v1/server'),
  row('server.restart', 'server.restart', ({ server }) => server.restart(), 'POST /v1/server/restart'),
  row('server.projects.list', 'server-projects.list', ({ server }) => server.projects.list({ ...list, search: 'a' }), 'GET /v1/server/projects?limit=5&offset=3&search=a'),
  row('server.projects.setQuotas', 'server-projects.set-quotas', ({ server }) => server.projects.setQuotas('p', { sources: 5, bytes: null, daily_questions: null }), 'PUT /v1/server/projects/p/quotas'),
  row('server.backups.list', 'backups.list', ({ server }) => server.backups.list(), 'GET /v1/server/backups'),
  row('server.backups.create', 'backups.create', ({ server }) => server.backups.create({ place: 'folder' }), 'POST /v1/server/backups'),
  row('server.backups.cancel', 'backups.cancel', ({ server }) => server.backups.cancel(), 'DELETE /v1/server/backups/running'),
  row('server.backups.schedule', 'backups.schedule', ({ server }) => server.backups.schedule({ at: '03:00', keep: 7 }), 'PUT /v1/server/backups/schedule'),
  row('server.backups.unschedule', 'backups.unschedule', ({ server }) => server.backups.unschedule(), 'DELETE /v1/server/backups/schedule'),
  row('server.backups.link', 'backups.link', ({ server }) => server.backups.link('folder', 'b'), 'POST /v1/server/backups/folder/b/link'),
  row('server.backups.examine', 'backups.examine', ({ server }) => server.backups.examine('folder', 'b'), 'POST /v1/server/backups/folder/b/examine'),
  row('server.backups.restore', 'backups.restore', ({ server }) => server.backups.restore({ name: 'b.fnb' }), 'PUT /v1/server/restore'),
  row('server.backups.cancelRestore', 'backups.cancel-restore', ({ server }) => server.backups.cancelRestore(), 'DELETE /v1/server/restore'),
  row('server.backups.delete', 'backups.delete', ({ server }) => server.backups.delete('folder', 'b'), 'DELETE /v1/server/backups/folder/b'),
  row('server.backups.uploads.create', 'backup-uploads.create', ({ server }) => server.backups.uploads.create({ size: 9 }), 'POST /v1/server/backup-uploads'),
  row('server.backups.uploads.retrieve', 'backup-uploads.retrieve', ({ server }) => server.backups.uploads.retrieve('u'), 'GET /v1/server/backup-uploads/u'),
  row('server.backups.uploads.append', 'backup-uploads.append', ({ server }) => server.backups.uploads.append('u', { part: new Blob(['x']), offset: 0 }), 'PUT /v1/server/backup-uploads/u'),
  row('server.backups.uploads.finish', 'backup-uploads.finish', ({ server }) => server.backups.uploads.finish('u'), 'POST /v1/server/backup-uploads/u/finish'),
  row('server.backups.uploads.delete', 'backup-uploads.delete', ({ server }) => server.backups.uploads.delete('u'), 'DELETE /v1/server/backup-uploads/u'),
  row('server.models.retrieve', 'server-models.retrieve', ({ server }) => server.models.retrieve(), 'GET /v1/server/models'),
  row('server.models.pull', 'server-models.pull', ({ server }) => server.models.pull('m'), 'POST /v1/server/models/m/pull'),
  row('server.models.cancel', 'server-models.cancel', ({ server }) => server.models.cancel('m'), 'DELETE /v1/server/models/m/pull'),
  row('server.models.addEngine', 'server-engines.add', ({ server }) => server.models.addEngine('e'), 'POST /v1/server/engines/e/add'),
  row('server.models.cancelEngine', 'server-engines.cancel', ({ server }) => server.models.cancelEngine('e'), 'DELETE /v1/server/engines/e/add'),
  row('server.models.removeEngine', 'server-engines.remove', ({ server }) => server.models.removeEngine('e'), 'DELETE /v1/server/engines/e'),
  row('server.models.use', 'server-models.use', ({ server }) => server.models.use('m'), 'POST /v1/server/models/m/use'),
  row('server.modelServer.find', 'model-server.find', ({ server }) => server.modelServer.find(), 'GET /v1/server/model-server/found'),
  row('server.modelServer.models', 'model-server.models', ({ server }) => server.modelServer.models({ url: 'localhost' }), 'POST /v1/server/model-server/models'),
  row('server.modelServer.try', 'model-server.try', ({ server }) => server.modelServer.try({ ...served, question: 'q' }), 'POST /v1/server/model-server/try'),
  row('server.modelServer.check', 'model-server.check', ({ server }) => server.modelServer.check(served), 'POST /v1/server/model-server/check'),
  row('server.modelServer.use', 'model-server.use', ({ server }) => server.modelServer.use(served), 'PUT /v1/server/model-server'),
  row('server.modelServer.forget', 'model-server.forget', ({ server }) => server.modelServer.forget(), 'DELETE /v1/server/model-server'),
  row('setup.retrieve', 'setup.retrieve', ({ setup }) => setup.retrieve(), 'GET /v1/setup'),
];

/** Methods made of other methods, without their own operation. */
export const COMPOSED_METHODS = ['sources.waitUntilReady'];

/** The paths of all public methods of a client's resources and their subresources. */
export function methodsOf(resource: object, trail = ''): string[] {
  const nested = Object.entries(resource).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? methodsOf(value, `${trail}${name}.`) : [],
  );
  return trail === '' ? nested : [...ownMethods(resource).map((name) => trail + name), ...nested];
}

/** Stops at the abstract base classes, whose members are internal. */
function ownMethods(resource: object): string[] {
  const names: string[] = [];
  for (
    let at = Object.getPrototypeOf(resource);
    !/^(Listed)?Resource$/.test(at.constructor.name);
    at = Object.getPrototypeOf(at)
  )
    names.push(...Object.getOwnPropertyNames(at).filter((name) => name !== 'constructor'));
  return names;
}
