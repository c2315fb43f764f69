import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EmbeddingModel } from '../../../server/engines/catalogue/model-types.ts';

/** A model of a few bytes, and the content of its files. */
export interface FixtureModel {
  model: EmbeddingModel;
  contents: Map<string, Buffer>;
}

/** Random bytes under the names that a real embedding model's files have. */
export function fixtureModel(name: string, size = 200_000): FixtureModel {
  const contents = new Map([
    ['config.json', Buffer.from('{}')],
    ['onnx/model_quantized.onnx', randomBytes(size)],
  ]);
  const files = [...contents].map(([path, bytes]) => ({
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  const model: EmbeddingModel = {
    name,
    purpose: 'embedding',
    runtime: 'transformers',
    repository: `tests/${name}`,
    revision: '0123456789abcdef0123456789abcdef01234567',
    files,
    licence: 'MIT',
    languages: 'English',
    contextTokens: 512,
    dimensions: 8,
    pooling: 'mean',
    queryPrefix: '',
    passagePrefix: '',
  };
  return { model, contents };
}

export interface ScriptedHub {
  url: string;
  /** Path and range of every request. */
  requests: { path: string; range: string | null }[];
  /** Handlers for the next requests for a file, one each. After them, files are served normally. */
  next: ((request: IncomingMessage, response: ServerResponse, whole: Buffer) => void)[];
  close(): Promise<void>;
}

/** A hub with the files of one model. It supports ranges, and handlers of a test. */
export async function startHub({ model, contents }: FixtureModel): Promise<ScriptedHub> {
  const requests: ScriptedHub['requests'] = [];
  const next: ScriptedHub['next'] = [];
  const root = `/${model.repository}/resolve/${model.revision}/`;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, range: request.headers.range ?? null });
    const whole = contents.get(path.replace(root, '').replace('/storage/', ''));
    if (whole === undefined) {
      response.writeHead(404).end();
      return;
    }
    const scripted = next.shift();
    if (scripted) scripted(request, response, whole);
    else serve(request, response, whole);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends the file, or the requested part of it. */
export function serve(request: IncomingMessage, response: ServerResponse, whole: Buffer): void {
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const begin = Number(from ?? 0);
  if (begin > 0) response.writeHead(206, { 'content-range': `bytes ${begin}-${whole.length - 1}/${whole.length}` });
  response.end(whole.subarray(begin));
}

/** Sends half of the requested part, then breaks the connection. */
export function breakOff(request: IncomingMessage, response: ServerResponse, whole: Buffer): void {
  const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
  const begin = Number(from ?? 0);
  response.writeHead(begin > 0 ? 206 : 200, {
    'content-length': whole.length - begin,
    ...(begin > 0 && { 'content-range': `bytes ${begin}-${whole.length - 1}/${whole.length}` }),
  });
  response.write(whole.subarray(begin, begin + Math.floor((whole.length - begin) / 2)), () => {
    setTimeout(() => request.socket.destroy(), 50);
  });
}
