import type { OpenApiDocument, Operation, Schema } from '../http/openapi/openapi-types.ts';

/** A sample in `x-codeSamples`, an OpenAPI extension that API references support. */
type CodeSample = NonNullable<Operation['x-codeSamples']>[number];

const ORIGIN = 'https://chat.example.com';
const FILE = 'manual.pdf';

/** Optional query parameters that an operation's sample shows besides the required ones. */
const SAMPLE_QUERY: Record<string, readonly string[]> = { 'conversations.delete-all': ['visitor_id'] };

/**
 * The SDK's method for each operation. `input` is the source text of its last argument, by default the example of the JSON
 * body. `output` is the code that uses the result, by default a `console.log`.
 */
const SDK_METHODS: Record<string, { method: string; input?: string; output?: string }> = {
  'auth.register': { method: 'auth.register' },
  'auth.login': { method: 'auth.login' },
  'auth.logout': { method: 'auth.logout' },
  'auth.me': { method: 'auth.me' },
  'auth.update-me': { method: 'auth.updateMe' },
  'auth.delete-me': { method: 'auth.deleteMe' },
  'auth.confirm': { method: 'auth.confirm' },
  'provider.begin': { method: 'auth.provider.begin' },
  'provider.sign-in': { method: 'auth.provider.signIn' },
  'provider.retrieve': { method: 'auth.provider.retrieve' },
  'provider.link': { method: 'auth.provider.link' },
  'provider.unlink': { method: 'auth.provider.unlink' },
  'second-factor.retrieve': { method: 'auth.secondFactor.retrieve' },
  'second-factor.set-up': { method: 'auth.secondFactor.setUp' },
  'second-factor.enable': { method: 'auth.secondFactor.enable' },
  'second-factor.renew-recovery-codes': { method: 'auth.secondFactor.renewRecoveryCodes' },
  'second-factor.disable': { method: 'auth.secondFactor.disable' },
  'sessions.list': { method: 'auth.sessions.list' },
  'auth.request-password-reset': { method: 'auth.requestPasswordReset' },
  'auth.reset-password': { method: 'auth.resetPassword' },
  'sessions.delete': { method: 'auth.sessions.delete' },
  'sessions.delete-others': { method: 'auth.sessions.deleteOthers' },
  'audit-log.list': { method: 'auth.auditLog.list' },
  'audit-log.export': {
    method: 'auth.auditLog.export',
    output: 'for await (const text of result) process.stdout.write(text);',
  },
  'server-audit-log.list': { method: 'server.auditLog.list' },
  'server-audit-log.export': {
    method: 'server.auditLog.export',
    output: 'for await (const text of result) process.stdout.write(text);',
  },
  'projects.list': { method: 'projects.list' },
  'projects.create': { method: 'projects.create' },
  'projects.retrieve': { method: 'projects.retrieve' },
  'projects.update': { method: 'projects.update' },
  'projects.delete': { method: 'projects.delete' },
  'projects.overview': { method: 'projects.overview' },
  'projects.usage': { method: 'projects.usage' },
  'projects.transfer': { method: 'projects.members.transfer' },
  'members.list': { method: 'projects.members.list' },
  'members.update': { method: 'projects.members.update' },
  'members.delete': { method: 'projects.members.delete' },
  'invitations.create': { method: 'projects.invitations.create' },
  'invitations.list': { method: 'projects.invitations.list' },
  'invitations.delete': { method: 'projects.invitations.delete' },
  'invitations.look': { method: 'projects.invitations.look' },
  'invitations.accept': { method: 'projects.invitations.accept' },
  'users.list': { method: 'server.users.list' },
  'users.deactivate': { method: 'server.users.deactivate' },
  'users.reactivate': { method: 'server.users.reactivate' },
  'users.unlink': { method: 'server.users.unlink' },
  'api-keys.create': { method: 'projects.apiKeys.create' },
  'api-keys.list': { method: 'projects.apiKeys.list' },
  'api-keys.rotate': { method: 'projects.apiKeys.rotate' },
  'api-keys.delete': { method: 'projects.apiKeys.delete' },
  'webhooks.create': { method: 'projects.webhooks.create' },
  'webhooks.list': { method: 'projects.webhooks.list' },
  'webhooks.retrieve': { method: 'projects.webhooks.retrieve' },
  'webhooks.update': { method: 'projects.webhooks.update' },
  'webhooks.delete': { method: 'projects.webhooks.delete' },
  'webhooks.rotate': { method: 'projects.webhooks.rotate' },
  'webhooks.test': { method: 'projects.webhooks.test' },
  'webhooks.deliveries': { method: 'projects.webhooks.deliveries' },
  'webhooks.redeliver': { method: 'projects.webhooks.redeliver' },
  'handovers.create': { method: 'handovers.create' },
  'handovers.list': { method: 'projects.handovers.list' },
  'handovers.retrieve': { method: 'projects.handovers.retrieve' },
  'handovers.update': { method: 'projects.handovers.update' },
  'handovers.delete': { method: 'projects.handovers.delete' },
  'widget.config': { method: 'widget.config' },
  'widget.put-image': { method: 'projects.widget.putImage', input: "await fileFromPath('logo.png')" },
  'widget.delete-image': { method: 'projects.widget.deleteImage' },
  'widget.revoke': { method: 'projects.widget.revoke' },
  'widget-tokens.create': { method: 'widgetTokens.create' },
  'search.create': { method: 'search.create' },
  'sources.create': { method: 'sources.addText', input: "{ title: 'Warranty', text: 'It lasts two years.' }" },
  'sources.create-url': { method: 'sources.addUrl' },
  'sources.upload': { method: 'sources.upload', input: `{ file: await fileFromPath('${FILE}') }` },
  'sources.sync': { method: 'sources.sync' },
  'sources.replace': { method: 'sources.replace', input: `{ file: await fileFromPath('${FILE}') }` },
  'sources.replace-text': { method: 'sources.replaceText' },
  'sources.put': { method: 'sources.put', input: `{ file: await fileFromPath('${FILE}') }` },
  'sources.batch': {
    method: 'sources.batch',
    input: `{ files: [{ file: await fileFromPath('${FILE}'), name: '${FILE}' }], remove: ['old.pdf'] }`,
  },
  'sources.retrieve': { method: 'sources.retrieve' },
  'sources.update': { method: 'sources.update' },
  'sources.delete': { method: 'sources.delete' },
  'sources.crawl': { method: 'sources.crawl' },
  'sources.original': { method: 'sources.original', output: 'console.log(await result.blob());' },
  'sources.passages': { method: 'sources.passages' },
  'sources.list': { method: 'sources.list' },
  'sources.counts': { method: 'sources.counts' },
  'chat.create': { method: 'chat.create', input: "{ query: 'How long is the warranty?' }" },
  'conversations.list': { method: 'conversations.list' },
  'conversations.retrieve': { method: 'conversations.retrieve' },
  'conversations.messages': { method: 'conversations.messages' },
  'conversations.delete': { method: 'conversations.delete' },
  'conversations.delete-all': { method: 'conversations.deleteAll', input: "{ visitor_id: 'customer-42' }" },
  'conversations.export': {
    method: 'conversations.export',
    input: "{ format: 'jsonl' }",
    output: 'for await (const text of result) process.stdout.write(text);',
  },
  'messages.trace': { method: 'conversations.trace' },
  'feedback.list': { method: 'feedback.list' },
  'feedback.update': { method: 'feedback.update' },
  'feedback.create': { method: 'feedback.create' },
  'unanswered.list': { method: 'unanswered.list' },
  'unanswered.weakest': { method: 'unanswered.weakest' },
  'unanswered.dismiss': { method: 'unanswered.dismiss' },
  'curated-answers.list': { method: 'curatedAnswers.list' },
  'curated-answers.create': {
    method: 'curatedAnswers.create',
    input: "{ question: 'Do you ship to Chile?', answer: 'Yes, within ten days.' }",
  },
  'curated-answers.import': { method: 'curatedAnswers.import' },
  'curated-answers.match': { method: 'curatedAnswers.match' },
  'curated-answers.retrieve': { method: 'curatedAnswers.retrieve' },
  'curated-answers.update': { method: 'curatedAnswers.update', input: '{ enabled: false }' },
  'curated-answers.delete': { method: 'curatedAnswers.delete' },
  'golden-questions.list': { method: 'goldenQuestions.list' },
  'golden-questions.create': {
    method: 'goldenQuestions.create',
    input: "{ question: 'How long is the warranty?', text: 'two years' }",
  },
  'golden-questions.delete': { method: 'goldenQuestions.delete' },
  'golden-checks.list': { method: 'goldenQuestions.checks' },
  'golden-checks.create': { method: 'goldenQuestions.check' },
  'golden-checks.retrieve': { method: 'goldenQuestions.retrieveCheck' },
  'golden-checks.cancel': { method: 'goldenQuestions.cancelCheck' },
  'health.retrieve': { method: 'health.retrieve' },
  'setup.retrieve': { method: 'setup.retrieve' },
  'server.retrieve': { method: 'server.retrieve' },
  'server.restart': { method: 'server.restart' },
  'server-projects.list': { method: 'server.projects.list' },
  'server-projects.set-quotas': { method: 'server.projects.setQuotas' },
  'backups.list': { method: 'server.backups.list' },
  'backups.create': { method: 'server.backups.create' },
  'backups.cancel': { method: 'server.backups.cancel' },
  'backups.schedule': { method: 'server.backups.schedule' },
  'backups.unschedule': { method: 'server.backups.unschedule' },
  'backups.link': { method: 'server.backups.link' },
  'backups.examine': { method: 'server.backups.examine' },
  'backups.restore': { method: 'server.backups.restore' },
  'backups.cancel-restore': { method: 'server.backups.cancelRestore' },
  'backup-uploads.create': { method: 'server.backups.uploads.create' },
  'backup-uploads.retrieve': { method: 'server.backups.uploads.retrieve' },
  'backup-uploads.append': {
    method: 'server.backups.uploads.append',
    input: "{ part: await fileFromPath('part'), offset: 0 }",
  },
  'backup-uploads.finish': { method: 'server.backups.uploads.finish' },
  'backup-uploads.delete': { method: 'server.backups.uploads.delete' },
  'backups.delete': { method: 'server.backups.delete' },
  'server-models.retrieve': { method: 'server.models.retrieve' },
  'server-models.pull': { method: 'server.models.pull' },
  'server-models.cancel': { method: 'server.models.cancel' },
  'server-models.use': { method: 'server.models.use' },
  'server-engines.add': { method: 'server.models.addEngine' },
  'server-engines.cancel': { method: 'server.models.cancelEngine' },
  'server-engines.remove': { method: 'server.models.removeEngine' },
  'model-server.find': { method: 'server.modelServer.find' },
  'model-server.models': { method: 'server.modelServer.models' },
  'model-server.try': { method: 'server.modelServer.try' },
  'model-server.check': { method: 'server.modelServer.check' },
  'model-server.use': { method: 'server.modelServer.use' },
  'model-server.forget': { method: 'server.modelServer.forget' },
};

/** Adds samples to each operation: curl for all, TypeScript for those that the SDK has. */
export function withCodeSamples(document: OpenApiDocument): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [path, methods] of Object.entries(document.paths)) {
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        {
          ...operation,
          'x-codeSamples': [curlSample(method, path, operation), ...typeScriptSample(operation)],
        },
      ]),
    );
  }
  return { ...document, paths };
}

function curlSample(method: string, path: string, operation: Operation): CodeSample {
  const lines = [`curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${urlOf(path, operation)}'`];
  const credential = credentialOf(operation);
  if (credential === 'apiKey') lines.push('-H "x-api-key: $FOOTNOTE_API_KEY"');
  else if (credential) lines.push('-H "authorization: Bearer $FOOTNOTE_TOKEN"');
  const body = bodyExample(operation);
  if (body !== undefined) {
    lines.push("-H 'content-type: application/json'");
    lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`);
  } else lines.push(...formLines(operation));
  return { lang: 'Shell', label: 'curl', source: lines.join(' \\\n  ') };
}

/** The file of a form, and the fields that it must have. */
function formLines({ requestBody }: Operation): string[] {
  const schema = requestBody?.content['multipart/form-data']?.schema;
  if (!schema || !('properties' in schema)) return [];
  const fields = (schema.required ?? []).filter((name) => name !== 'file');
  const exampleOf = (name: string) => String((schema.properties?.[name] as Schema | undefined)?.examples?.[0]);
  return [`-F 'file=@${FILE}'`, ...fields.map((name) => `-F '${name}=${exampleOf(name)}'`)];
}

function urlOf(path: string, { operationId, parameters = [] }: Operation): string {
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = parameters
    .filter((one) => one.in === 'query')
    .filter(({ name, required }) => required || SAMPLE_QUERY[operationId]?.includes(name))
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return `${ORIGIN}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function typeScriptSample(operation: Operation): CodeSample[] {
  const known = SDK_METHODS[operation.operationId];
  if (!known) return [];
  const ids = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ example }) => toLiteral(example));
  const body = bodyExample(operation);
  const input = known.input ?? (body === undefined ? undefined : toLiteral(body));
  const call = `footnote.${known.method}(${[...ids, ...(input ? [input] : [])].join(', ')})`;
  const imports = ["import { Footnote } from '@footnote/sdk';"];
  if (input?.includes('fileFromPath(')) imports.push("import { fileFromPath } from '@footnote/sdk/node';");
  const source = `${imports.join('\n')}

${clientOf(operation)}
const result = await ${call};
${known.output ?? 'console.log(result);'}`;
  // Redoc shows only labels that it knows, and TypeScript is not one of them.
  return [{ lang: 'TypeScript', label: 'Node.js', source }];
}

function clientOf(operation: Operation): string {
  const options = [`  baseURL: '${ORIGIN}/v1',`];
  const credential = credentialOf(operation);
  if (credential === 'apiKey') options.push('  apiKey: process.env.FOOTNOTE_API_KEY,');
  else if (credential) options.push('  accessToken: process.env.FOOTNOTE_TOKEN,');
  return `const footnote = new Footnote({\n${options.join('\n')}\n});`;
}

/** The credential to show: an API key if the operation accepts one. Undefined if it needs none. */
function credentialOf({ security }: Operation): string | undefined {
  const accepted = security.flatMap((one) => Object.keys(one));
  return accepted.includes('apiKey') ? 'apiKey' : accepted[0];
}

/** The example of the JSON body. Undefined for an empty body too, which need not be sent. */
function bodyExample({ requestBody }: Operation): unknown {
  const example = requestBody?.content['application/json']?.example;
  return JSON.stringify(example) === '{}' ? undefined : example;
}

/** A JSON value in TypeScript, on one line if it is short. */
function toLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Array.isArray(value)
    ? value.map((one) => toLiteral(one, inner))
    : Object.entries(value).map(([name, one]) => `${name}: ${toLiteral(one, inner)}`);
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${entries.join(', ')}${space}${close}`;
  if (line.length <= 60 && !line.includes('\n')) return line;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
}
