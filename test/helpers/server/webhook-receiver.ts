import { createServer } from 'node:http';
import { listen } from '../../../server/http/listen.ts';
import { createPoster, type Poster } from '../../../server/ingestion/web/poster.ts';
import { parseAddressRange } from '../../../server/ingestion/web/url-policy.ts';

export interface ReceivedMessage {
  headers: Record<string, string>;
  body: string;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedMessage[];
  /** How the next messages are answered. Default: 204. */
  answer: { status: number; text?: string; headers?: Record<string, string> };
  close(): Promise<void>;
}

/** A server that keeps what it is sent. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      receiver.received.push({ headers: request.headers as Record<string, string>, body });
      const { status, text = '', headers } = receiver.answer;
      response.writeHead(status, headers);
      response.end(status === 204 ? undefined : text);
    });
  });
  const port = await listen(server, '127.0.0.1', 0);
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: { status: 204 },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** A poster that reaches this machine. */
export const localPoster = (options: { deadline?: number } = {}): Poster => {
  const range = parseAddressRange('127.0.0.0/8');
  return createPoster({ allowedRanges: range ? [range] : [], ...options });
};
