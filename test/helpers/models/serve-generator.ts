import type { Generator } from '../../../server/engines/types.ts';
import { chunkOf, type ModelServer, sendJson, startModelServer } from './model-server.ts';

/** A server of OpenAI's protocol with a real model behind it, which is asked no longer once the client has left. */
export async function serveGenerator(generator: Generator, model: string, contextTokens: number): Promise<ModelServer> {
  const server = await startModelServer();
  server.answerWith(async ({ path, body }, response) => {
    if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: model, max_model_len: contextTokens }] });
    if (path !== '/v1/chat/completions' || body.model !== model) return sendJson(response, 404, { error: {} });
    const left = new AbortController();
    response.on('close', () => left.abort(new Error('The client has left.')));
    const messages = body.messages.map(({ role, content }: Record<string, string>) => ({ role, text: content }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    try {
      for await (const part of generator.generate(messages, { maxTokens: body.max_tokens, signal: left.signal })) {
        if (part.type === 'text') response.write(chunkOf({ content: part.delta }));
        else if (part.type === 'end') response.end(`${chunkOf({}, part.reason)}data: [DONE]\n\n`);
      }
    } catch {
      response.destroy();
    }
  });
  return server;
}
