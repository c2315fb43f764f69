import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { type MailServer, startMailServer } from '../helpers/server/mail-server.ts';
import { startReceiver, type WebhookReceiver } from '../helpers/server/webhook-receiver.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const QUESTION = 'Who is <!channel> @everyone of [the moon](https://evil.example)?';

describe('examples/webhook-relay', () => {
  let server: ServerProcess;
  let relay: ChildProcess;
  let slack: WebhookReceiver;
  let discord: WebhookReceiver;
  let mail: MailServer;
  let owner: Footnote;
  let project: string;
  let webhook: string;
  let address: string;

  beforeAll(async () => {
    server = await startServer({ env: { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8' } });
    [slack, discord, mail] = await Promise.all([startReceiver(), startReceiver(), startMailServer()]);
    const guest = new Footnote({ baseURL: server.baseURL });
    const login = { email: 'owner@example.com', password: 'a long enough password' };
    await guest.auth.register({ ...login, name: 'Owner', setup_token: server.setupToken });
    owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
    project = (await owner.projects.create({ name: 'Library' })).id;
    // The address of the relay is known once it runs, and it runs once it knows the secret.
    const url = slack.url;
    const made = await owner.projects.webhooks.create(project, { url, events: ['question.unanswered'] });
    webhook = made.id;
    relay = spawn(process.execPath, ['--conditions=footnote-source', 'examples/webhook-relay/relay.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...{ PATH: process.env.PATH, PORT: '0', FOOTNOTE_WEBHOOK_SECRET: made.secret },
        ...{ SLACK_URL: slack.url, DISCORD_URL: discord.url, SMTP_URL: mail.url },
        ...{ MAIL_FROM: 'footnote@example.com', MAIL_TO: 'support@example.com' },
      },
    });
    const [line] = await once(relay.stdout as NodeJS.ReadableStream, 'data');
    [address = ''] = /http:\S+/.exec(String(line)) ?? [];
    await owner.projects.webhooks.update(project, webhook, { url: address });
  });
  afterAll(async () => {
    relay?.kill();
    await Promise.all([server?.stop(), slack?.close(), discord?.close(), mail?.close()]);
  });

  it('passes a question without an answer on to each, as text, and again only where it failed', async () => {
    discord.answer = { status: 503 };
    const { key } = await owner.projects.apiKeys.create(project);
    const client = new Footnote({ baseURL: server.baseURL, apiKey: key });
    expect((await client.chat.create(project, { query: QUESTION })).citations).toEqual([]);
    await expect.poll(() => discord.received.length).toBe(1);
    discord.answer = { status: 204 };
    await expect.poll(() => mail.mails.length).toBe(1);
    expect(slack.received.map(({ body }) => JSON.parse(body).text)).toEqual([
      'A question was not answered: Who is &lt;!channel&gt; @everyone of [the moon](https://evil.example)?',
    ]);
    const { content, allowed_mentions } = JSON.parse(discord.received.at(-1)?.body ?? '');
    expect(content).toContain('\\@everyone of \\[the moon\\]\\(https\\:');
    expect(allowed_mentions).toEqual({ parse: [] });
    expect(mail.mails[0]).toMatchObject({ from: 'footnote@example.com', to: ['support@example.com'] });
    expect(mail.mails[0]?.data).toContain('Subject: A question was not answered');
    const delivered = () => owner.projects.webhooks.deliveries(project, webhook, { status: 'delivered' });
    await expect.poll(async () => (await delivered()).items[0]?.attempts).toBe(2);
  });

  it('passes nothing on that is not signed', async () => {
    const before = slack.received.length;
    const body = JSON.stringify({ type: 'question.unanswered', data: { question: 'Forged?' } });
    const response = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect([response.status, slack.received.length]).toEqual([401, before]);
  });
});
