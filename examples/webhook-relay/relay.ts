// Posts unanswered questions to Slack, Discord and by mail: node relay.ts
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@footnote/sdk';
import { verifyWebhook, WebhookVerificationError } from '@footnote/sdk/backend';
import express from 'express';
import { createTransport } from 'nodemailer';

const { FOOTNOTE_WEBHOOK_SECRET = '', SLACK_URL, DISCORD_URL, SMTP_URL, MAIL_FROM, MAIL_TO, PORT } = process.env;
const mail = SMTP_URL ? createTransport(SMTP_URL) : null;

/** What was passed on, as a message may come twice. Use a database if the process is restarted often. */
const done = new Set<string>();

/** What visitors write stays text: without links, mentions and other markup. */
const forSlack = (text: string) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;');
const forDiscord = (text: string) => text.slice(0, 900).replace(/[\\*_~`|>[\]()#@<:/-]/g, '\\$&');

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}.`);
}

async function passOn(id: string, event: WebhookEvent): Promise<void> {
  if (event.type !== 'question.unanswered') return;
  const { question } = event.data;
  const subject = 'A question was not answered';
  const targets: Record<string, () => Promise<unknown>> = {
    ...(SLACK_URL && { slack: () => post(SLACK_URL, { text: `${subject}: ${forSlack(question)}` }) }),
    ...(DISCORD_URL && {
      discord: () =>
        post(DISCORD_URL, { content: `${subject}: ${forDiscord(question)}`, allowed_mentions: { parse: [] } }),
    }),
    ...(mail && { mail: () => mail.sendMail({ from: MAIL_FROM, to: MAIL_TO, subject, text: question }) }),
  };
  for (const [name, send] of Object.entries(targets)) {
    if (done.has(`${id} ${name}`)) continue;
    await send();
    done.add(`${id} ${name}`);
  }
}

const server = express()
  .disable('x-powered-by')
  // The signature is of the bytes as they came, so that they must not be parsed before.
  .post('/footnote', express.raw({ type: 'application/json', limit: '256kb' }), async (request, response) => {
    try {
      const event = await verifyWebhook(request.body, request.headers, FOOTNOTE_WEBHOOK_SECRET);
      await passOn(String(request.headers['webhook-id']), event);
      response.status(204).end();
    } catch (error) {
      console.error(error);
      // Anything but 2xx makes Footnote send the message again later.
      response.status(error instanceof WebhookVerificationError ? 401 : 502).end();
    }
  })
  .listen(Number(PORT ?? 3000), '127.0.0.1', () => {
    console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}/footnote`);
  });
