import type { Download, Footnote } from '@footnote/sdk';
import { declaredApi } from '../../.build/contract.ts';

const file = new File(['text'], 'guide.md');
const list = { limit: 5, offset: 3 };
const range = { from: '2026-01-01', to: '2026-01-31' };
const RANGE = 'from=2026-01-01&to=2026-01-31';
const audit = { project_id: 'p', action: 'auth.login', ...range } as const;
const AUDIT = `project_id=p&action=auth.login&${RANGE}`;

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
/** Those that are written by hand. */
const BY_HAND: MethodCall[] = [
  row('auth.auditLog.list', 'audit-log.list', ({ auth }) => auth.auditLog.list({ ...list, ...audit }), `GET /v1/auth/audit-log?limit=5&offset=3&${AUDIT}`),
  row('auth.auditLog.export', 'audit-log.export', async ({ auth }) => parsed(await auth.auditLog.export({ format: 'jsonl', ...audit })), `GET /v1/auth/audit-log/export?format=jsonl&${AUDIT}`),
  row('server.auditLog.list', 'server-audit-log.list', ({ server }) => server.auditLog.list({ ...list, ...audit }), `GET /v1/server/audit-log?limit=5&offset=3&${AUDIT}`),
  row('server.auditLog.export', 'server-audit-log.export', async ({ server }) => parsed(await server.auditLog.export({ format: 'jsonl', ...audit })), `GET /v1/server/audit-log/export?format=jsonl&${AUDIT}`),
  row('projects.widget.putImage', 'widget.put-image', ({ projects }) => projects.widget.putImage('p', 'logo', file), 'PUT /v1/projects/p/widget/images/logo'),
  row('sources.upload', 'sources.upload', ({ sources }) => sources.upload({ file, project_id: 'p' }), 'POST /v1/sources/upload?project_id=p'),
  row('sources.addUrl', 'sources.create-url', ({ sources }) => sources.addUrl({ url: 'https://a.example', project_id: 'p' }), 'POST /v1/sources/url?project_id=p'),
  row('sources.addText', 'sources.create', ({ sources }) => sources.addText({ title: 'A', text: 'B', project_id: 'p' }), 'POST /v1/sources?project_id=p'),
  row('sources.replace', 'sources.replace', ({ sources }) => sources.replace('s', { file }), 'PUT /v1/sources/s/file'),
  row('sources.put', 'sources.put', ({ sources }) => sources.put('p', 'e', { file, url: 'https://a.example', metadata: { version: '2' } }), 'PUT /v1/projects/p/sources/by-external-id/e'),
  row('sources.batch', 'sources.batch', ({ sources }) => sources.batch('p', { files: [{ file, name: 'a/b.md' }], remove: ['old.md'] }), 'POST /v1/projects/p/sources/batch'),
  row('sources.crawl', 'sources.crawl', ({ sources }) => sources.crawl('s', { ...list, outcome: 'failed', reason: 'budget' }), 'GET /v1/sources/s/crawl?limit=5&offset=3&outcome=failed&reason=budget'),
  row('chat.create', 'chat.create', ({ chat }) => chat.create('p', { query: 'When?', conversation_id: null }), 'POST /v1/projects/p/chat'),
  row('chat.stream', 'chat.create', ({ chat }) => chat.stream('p', { query: 'When?', conversation_id: 'c' }).finalAnswer(), 'POST /v1/projects/p/chat'),
  row('feedback.list', 'feedback.list', ({ feedback }) => feedback.list('p', { ...list, state: 'new', rating: 'up' }), 'GET /v1/projects/p/feedback?limit=5&offset=3&state=new&rating=up'),
  row('feedback.update', 'feedback.update', ({ feedback }) => feedback.update('p', 'm', { state: 'done' }), 'PATCH /v1/projects/p/feedback/m'),
  row('feedback.create', 'feedback.create', ({ feedback }) => feedback.create('p', 'm', { rating: 'up' }), 'POST /v1/projects/p/messages/m/feedback'),
  row('server.backups.uploads.append', 'backup-uploads.append', ({ server }) => server.backups.uploads.append('u', { part: new Blob(['x']), offset: 0 }), 'PUT /v1/server/backup-uploads/u'),
];

/** The values of placeholders that take only some; others take any letter. */
const SEGMENTS: Record<string, string> = { kind: 'logo', place: 'folder' };

const { endpoints, document } = declaredApi();

/** The others, called with the examples of the API document: those of its path, of its body, and of all of its query. */
const GENERATED = endpoints.flatMap(({ method, path, rule: { name, sdk } }): MethodCall[] => {
  const operation = document.paths[path.replace(/[:*](\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (typeof sdk === 'string' || sdk.byHand || operation?.operationId !== name) return [];
  const { parameters = [], requestBody } = operation;
  const segments = parameters
    .filter((one) => one.in === 'path')
    .map((one) => [one.name, SEGMENTS[one.name] ?? one.name.charAt(0)] as const);
  const query = parameters.filter((one) => one.in === 'query').map((one) => [one.name, one.example] as const);
  const body = requestBody?.content['application/json'];
  const input = body?.schema?.$ref ? [body.example] : query.length > 0 ? [Object.fromEntries(query)] : [];
  const address = segments.reduce((text, [placeholder, value]) => text.replace(`:${placeholder}`, value), path);
  const search = new URLSearchParams(query.map(([key, value]) => [key, String(value)])).toString();
  return [
    {
      method: sdk.method,
      operation: name,
      async call(footnote) {
        const answer = await methodAt(footnote, sdk.method)(...segments.map(([, value]) => value), ...input);
        return 'blob' in answer ? parsed(answer as Download) : answer;
      },
      asks: `${method} ${address}${search && `?${search}`}`,
    },
  ];
});

type Callable = (...given: unknown[]) => Promise<object>;

function methodAt(footnote: Footnote, method: string): Callable {
  const names = method.split('.');
  const own = names.pop() ?? '';
  const resource = names.reduce<object>((at, name) => at[name as never], footnote);
  return (resource[own as never] as Callable).bind(resource);
}

/** Every method that calls an operation of the API. */
export const EVERY_METHOD: MethodCall[] = [...BY_HAND, ...GENERATED];

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
