import type { ServerResponse } from 'node:http';
import type { ChatAnswer, Citation, StreamPart } from '@footnote/sdk';
import type { Step } from './scripted-server.ts';

export const CITATION: Citation = {
  id: 1,
  source_id: 'src_1',
  title: 'Guide',
  text: 'We open at nine.',
  quote: 'open at nine',
  url: 'https://docs.test/v1/passages/x',
  indexed_at: '2026-01-31T12:00:00.000Z',
};
const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

export const START: StreamPart = {
  type: 'start',
  messageId: 'msg_1',
  messageMetadata: { conversation_id: 'conv_1' },
};
export const FINISH: StreamPart = { type: 'finish', messageMetadata: { finish_reason: 'stop', usage: USAGE } };

export const delta = (text: string): StreamPart => ({ type: 'text-delta', id: 't1', delta: text });

/** The parts of a complete answer. */
export const PARTS: StreamPart[] = [
  START,
  { type: 'data-status', id: 'status', data: { position: 2 }, transient: true },
  { type: 'text-start', id: 't1' },
  delta('Täglich '),
  delta('um 9 😀'),
  { type: 'data-citations', id: 'citations', data: [CITATION] },
  delta(' [1].'),
  { type: 'text-end', id: 't1' },
  { type: 'data-suggestions', id: 'suggestions', data: ['And on Sundays?'] },
  { type: 'data-unsupported', id: 'unsupported', data: [{ start: 0, end: 7 }] },
  { type: 'source-document', sourceId: 'src_1', mediaType: 'text/markdown', title: 'Guide' },
  FINISH,
];

/** The same answer without a stream. */
export const ANSWER: ChatAnswer = {
  response: 'Täglich um 9 😀 [1].',
  conversation_id: 'conv_1',
  citations: [CITATION],
  message_id: 'msg_1',
  finish_reason: 'stop',
  usage: USAGE,
  suggestions: ['And on Sundays?'],
  unsupported: [{ start: 0, end: 7 }],
};

export const event = (part: object | string) => `data: ${typeof part === 'string' ? part : JSON.stringify(part)}\n\n`;

/** Sends the headers of a stream and its first comment. */
export function begin(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-request-id': 'req_1', ...headers });
  response.write(': open\n\n');
}

/** Streams these parts, and ends correctly. */
export function streaming(parts: readonly object[] = PARTS): Step {
  return (response) => {
    begin(response);
    for (const part of parts) response.write(event(part));
    response.end(event('[DONE]'));
  };
}

/** Streams these parts, and then does something else. */
export function streamingThen(parts: readonly object[], then: (response: ServerResponse) => void): Step {
  return (response) => {
    begin(response);
    response.write(parts.map(event).join(''), () => then(response));
  };
}
