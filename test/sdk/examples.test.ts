import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as ai from '@footnote/sdk/ai';
import * as backend from '@footnote/sdk/backend';
import * as node from '@footnote/sdk/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePng } from '../helpers/input/picture-files.ts';
import { type ModelServer, sendJson, startModelServer, streamText } from '../helpers/models/model-server.ts';
import { startServer } from '../helpers/processes/server-process.ts';
import { LIMIT_MS } from '../helpers/timing/until.ts';
import { COMPOSED_METHODS, EVERY_METHOD } from './every-method.ts';
import { installSdk, type PackedPackage, TSC } from './packed.ts';

const SOURCES = fileURLToPath(new URL('../../sdk/src/', import.meta.url));

/** A documented name with the example in its doc comment. */
interface Documented {
  file: string;
  /** The line of the declaration. */
  declaration: string;
  example: string | undefined;
}

const DOCUMENTED: Documented[] = globSync('**/*.ts', { cwd: SOURCES }).flatMap((file) => {
  const code = readFileSync(SOURCES + file, 'utf8');
  return [...code.matchAll(/^ *\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(.*)/gm)].map(([, words = '', declaration = '']) => ({
    file,
    declaration: declaration.trim(),
    example: words
      .split('@example\n')[1]
      ?.replace(/^ *\* ?/gm, '')
      .trim(),
  }));
});

/** Examples that delete what others need come last; the account itself at the very end. */
const rank = ({ example = '' }: Documented) =>
  [/\.delete\(|revoke\(/, /projects\.delete\(|deleteOthers\(/, /logout\(|deleteMe\(/].findLastIndex((ends) =>
    ends.test(example),
  );
const EXAMPLES = DOCUMENTED.filter(({ example }) => example !== undefined).sort(
  (one, other) => rank(one) - rank(other),
);

/** Names that the examples use but leave to the reader. */
const BEFORE = `
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { answerOf, chatTransport, createFootnote } from '@footnote/sdk/ai';
import { verifyWebhook, widgetTokenHandler } from '@footnote/sdk/backend';
import { fileFromPath, nodeHandler } from '@footnote/sdk/node';
import { Chat, Footnote, NotFoundError, settle, STREAM_HEADERS, streamParts } from '@footnote/sdk';

/** What an authenticator app shows. */
const authenticatorCode = (secret: string) => {
  const digits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = Buffer.from((digits.join('').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', bytes).update(counter).digest();
  const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
};
const modelUrl = process.env.MODEL_URL ?? '';
const guest = new Footnote();
const password = 'a long enough password';
const resetToken = 'from the link';
const login = async () => {
  const { access_token } = await guest.auth.login({ email: 'owner@example.com', password });
  return guest.withOptions({ accessToken: access_token });
};
await guest.auth.register({ email: 'owner@example.com', password, name: 'Owner', setup_token: process.env.SETUP_TOKEN ?? '' });
let owner = await login();
await login();
const [{ id: sessionId }] = (await owner.auth.sessions.list()).items;
const { id: projectId } = await owner.projects.create({ name: 'Handbook', allowed_origins: ['https://www.example.com'] });
const { key } = await owner.projects.apiKeys.create(projectId);
const { id: keyId } = await owner.projects.apiKeys.create(projectId);
const client = new Footnote({ apiKey: key });
const { id: sourceId } = await client.sources.upload({ file: new Blob(['# Hours\\n\\nWe open at nine.']), name: 'hours.md' });
const { id: textId } = await client.sources.addText({ title: 'Days', text: 'We open on Mondays.' });
const { id: siteId } = await client.sources.addUrl({ url: 'http://127.0.0.1:9/', crawl: { max_pages: 1 } });
await client.sources.waitUntilReady([await client.sources.retrieve(sourceId), await client.sources.retrieve(textId)]);
const asked = await client.chat.create(projectId, { query: 'When do you open?' });
const { message_id: messageId, conversation_id: conversationId } = asked;
const { token } = await client.widgetTokens.create({ origin: 'https://www.example.com' });
const sent = Promise.withResolvers<{ headers: Headers; body: string }>();
const receiver = createServer(async (incoming, response) => {
  let body = '';
  for await (const piece of incoming) body += piece;
  sent.resolve({ headers: new Headers(incoming.headers as Record<string, string>), body });
  response.end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const receiving = () => new URL('http://127.0.0.1:' + (receiver.address() as { port: number }).port).href;
const { id: webhookId, secret } = await owner.projects.webhooks.create(projectId, { url: receiving(), events: ['budget.spent'] });
const { id: deliveryId } = await owner.projects.webhooks.test(projectId, webhookId);
const request = new Request('https://example.com', { method: 'POST', ...(await sent.promise) });
while ((await owner.projects.webhooks.deliveries(projectId, webhookId, { status: 'pending' })).total > 0) {
  await new Promise((resolve) => setTimeout(resolve, 50));
}
receiver.unref();
await owner.projects.update(projectId, { handover: { consent: 'You may answer me by mail.' } });
const visitor = new Footnote({ accessToken: token, defaultHeaders: { origin: 'https://www.example.com' } });
const asking = { email: 'visitor@example.com', question: 'Are you open today?', consent: true } as const;
const { id: handoverId } = await visitor.handovers.create(projectId, asking);
const { id: curatedId } = await owner.curatedAnswers.create(projectId, { question: 'Do you sell gift cards?', answer: 'Yes.' });
const { id: goldenId } = await owner.goldenQuestions.create(projectId, { question: 'When do you open?', text: 'nine' });
const { id: checkId } = await owner.goldenQuestions.check(projectId);
while ((await owner.goldenQuestions.retrieveCheck(projectId, checkId)).state === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const operator = owner;
const invite = () => owner.projects.invitations.create(projectId, { email: null, role: 'editor' });
const { id: invitationId } = await invite();
const { token: invitationToken } = await invite();
/** Somebody with an account, and a member of the project already. */
const newUser = async (email: string) => {
  const { id } = await guest.auth.register({ email, password, name: 'Ada' });
  return { id, client: guest.withOptions({ accessToken: (await guest.auth.login({ email, password })).access_token }) };
};
const { client: member } = await newUser('ada@example.com');
const { id: userId, client: other } = await newUser('eve@example.com');
await other.projects.invitations.accept({ token: (await invite()).token });
const { id: ownerId } = await owner.auth.me();
const { id: repositoryId } = await client.repositories.create(projectId, { url: 'https://git.invalid/docs' });
/** The beginning of a backup. */
const backup = new Blob([new Uint8Array([0x28, 0xb5, 0x2f, 0xfd]), 'and so on']);
const [flow, response] = ['kept by the tab', 'https://chat.example.com/sign-in?code=1'];
`;
/** What needs an identity provider or a git server is compiled here, and run in oidc.test.ts and repositories.test.ts. */
const needsOthers = (example: string) => /\.auth\.provider\.|\.repositories\.look\(/.test(example);

let packed: PackedPackage;
let server: Awaited<ReturnType<typeof startServer>>;
let models: ModelServer;
beforeAll(async () => {
  packed = installSdk();
  models = await startModelServer();
  models.answerWith(({ path }, response) =>
    path === '/v1/models' ? sendJson(response, 200, { data: [{ id: 'qwen3:8b' }] }) : streamText(response, 'Hello.'),
  );
  server = await startServer({
    env: {
      SCRAPE_ALLOW_CIDRS: '127.0.0.0/8',
      RATE_LIMIT_GENERAL: '600',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'a@example.com',
    },
  });
  packed.write('logo.png', makePng(new Uint8Array(12), 4, 3));
  packed.write('handbook.md', '# Leave\n\nEverybody has thirty days of leave a year.\n');
  const blocks = EXAMPLES.map(({ file, declaration, example = '' }, at) => {
    const renewed = /logout\(|deleteMe\(/.test(example) ? 'owner = await login();' : '';
    const givenBack = /transfer\(/.test(example)
      ? 'await other.projects.members.transfer(projectId, { user_id: ownerId });'
      : '';
    const block = needsOthers(example) ? `async () => {\n${example}\n};` : `{\n${example}\n}`;
    return `${renewed}\n// ${file}: ${declaration}\n;${block}\n${givenBack}console.log('ran ${at}');`;
  });
  packed.write('examples.ts', BEFORE + blocks.join('\n'));
});
afterAll(async () => {
  packed.remove();
  await server.stop();
  await models.close();
});

describe("the examples in the SDK's doc comments", () => {
  it('exist for every method and every function', () => {
    const bare = DOCUMENTED.filter(({ file, declaration, example }) => {
      const isMethod = /^(async )?(?!constructor)[a-z]\w*(<.*>)?\(/.test(declaration);
      return example === undefined && isMethod && /^resources\/|^client\.ts$|^lib\/chat-stream\.ts$/.test(file);
    });
    expect(bare).toEqual([]);
    // The others are classes.
    const functions = Object.keys({ ...ai, ...backend, ...node }).filter((name) => /^[a-z]/.test(name));
    const methods = [...EVERY_METHOD.map(({ method }) => method), ...COMPOSED_METHODS];
    const missing = [...functions, ...methods].filter(
      (name) => !EXAMPLES.some(({ example }) => example?.includes(`${name}(`)),
    );
    expect(missing).toEqual([]);
  });

  it('compile', () => {
    const types = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));
    const lib = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable,dom.asynciterable'];
    const options = ['--strict', '--skipLibCheck', '--noEmit', '--typeRoots', types, '--types', 'node', ...lib];
    packed.run(TSC, ...options, '--module', 'nodenext', 'examples.ts');
  });

  it('all run, one after the other, against a server', async () => {
    const env = {
      PATH: process.env.PATH,
      FOOTNOTE_BASE_URL: server.baseURL,
      MODEL_URL: models.url,
      SETUP_TOKEN: server.setupToken,
    };
    const options = { cwd: packed.application, env, timeout: LIMIT_MS };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['examples.ts'], options).catch((error) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    });
    const told = stdout.split('\n').filter((line) => line.startsWith('ran '));
    expect(told).toEqual(EXAMPLES.map((_, at) => `ran ${at}`));
    expect(stderr).toBe('');
  });
});
