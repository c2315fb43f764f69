// Your own backend, in Express, which gives its pages tokens for the chat: node server.ts
import type { AddressInfo } from 'node:net';
import { Footnote } from '@footnote/sdk';
import { widgetTokenHandler } from '@footnote/sdk/backend';
import { nodeHandler } from '@footnote/sdk/node';
import express from 'express';

/** Stands for your own login: returns the user of the cookie "session". */
const SESSIONS = new Map([['session-of-ann', 'ann@example.com']]);

function visitor(request: Request): string | null | undefined {
  const [, session] = /(?:^|; )session=([^;]+)/.exec(request.headers.get('cookie') ?? '') ?? [];
  // No one is logged in: a guest. Return null instead if guests may not chat.
  if (!session) return undefined;
  return SESSIONS.get(session) ?? null;
}

// FOOTNOTE_BASE_URL and FOOTNOTE_API_KEY name the server and the project. The key stays in this process.
const mint = widgetTokenHandler({ client: new Footnote(), visitor });

const server = express()
  .disable('x-powered-by')
  .post('/footnote/token', nodeHandler(mint))
  .use(express.static(process.env.PUBLIC_DIR ?? 'public'))
  .listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    console.log(`Listening on http://127.0.0.1:${port}. The project must list this among its allowed_origins.`);
  });
