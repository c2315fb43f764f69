/**
 * An Express application around `nodeHandler`, in a separate process: Express fails under the module resolution of the
 * test runner.
 */
import type { AddressInfo } from 'node:net';
import { nodeHandler } from '@footnote/sdk/node';
import express, { type Request as Incoming, type NextFunction, type Response as Outgoing } from 'express';

const echo = nodeHandler(async (request) => {
  const { pathname, search, origin } = new URL(request.url);
  const headers = new Headers({ 'x-origin': origin });
  headers.append('set-cookie', 'a=1');
  headers.append('set-cookie', 'b=2');
  return new Response(`${request.method} ${pathname}${search} ${request.headers.get('x-name')}`, {
    status: 201,
    headers,
  });
});
const broken = nodeHandler(async () => {
  throw new Error('the database is down');
});

const server = express()
  .post('/at/token', echo)
  .use('/router', express.Router().post('/at/token', echo))
  .post('/broken', broken)
  .use(
    (error: Error, _: Incoming, outgoing: Outgoing, _next: NextFunction) =>
      void outgoing.status(503).send(error.message),
  )
  .listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
