/**
 * A model of OpenAI's protocol that answers from the passages of its prompt, at a fixed pace however many ask. Run as a child
 * process. It reports its address, adopts the pace that its parent sends, and keeps the last prompts to be asked again.
 */
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerFrom, tokensOf } from './stub-answer.ts';

/** Milliseconds until the first token, and from there to the last one. */
export interface Pace {
  first: number;
  rest: number;
}

const KEPT_PROMPTS = 64;

let pace: Pace = { first: 0, rest: 0 };
const prompts: unknown[] = [];

const frame = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    ...{ id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'stub' },
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })}\n\n`;

async function write(response: ServerResponse, text: string): Promise<void> {
  const tokens = tokensOf(text);
  const { first, rest } = pace;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(frame({ role: 'assistant', content: '' }));
  const began = performance.now();
  for (const [at, content] of tokens.entries()) {
    const due = first + (rest * at) / tokens.length;
    const early = due - (performance.now() - began);
    if (early > 0) await sleep(early);
    response.write(frame({ content }));
  }
  response.write(frame({}, 'stop'));
  response.write(
    `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 2000, completion_tokens: 100 } })}\n\n`,
  );
  response.end('data: [DONE]\n\n');
}

const server = createServer(async (request, response) => {
  if (request.url === '/prompts') {
    response.end(JSON.stringify(prompts));
    return;
  }
  if (request.url !== '/v1/chat/completions') {
    response.writeHead(404).end();
    return;
  }
  const body = (await json(request)) as { messages: { content: string }[] };
  if (prompts.length < KEPT_PROMPTS) prompts.push(body);
  await write(response, answerFrom(body.messages.at(-1)?.content ?? ''));
});

process.on('message', (next: Pace) => {
  pace = next;
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
