import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSandbox } from '../../../../server/ingestion/parse/check-sandbox.ts';
import { createParserPool } from '../../../../server/ingestion/parse/parser-pool.ts';
import { collected } from '../../../helpers/ingestion/prepared-document.ts';

/** What an attempt may use. */
interface Target {
  folder: string;
  port: number;
}

/**
 * What code in a hostile document might try, as the body of a function of a `Target`. It throws, or the promise that it returns
 * rejects, where it is not possible. Each one is possible in an ordinary process.
 */
const ATTEMPTS: Record<string, string> = {
  'read the signing secret': "return fs.readFileSync(target.folder + '/signing-secret', 'utf8')",
  'read another upload': "return fs.promises.readFile(target.folder + '/upload', 'utf8')",
  'read the database':
    "return new sqlite.DatabaseSync(target.folder + '/data.db').prepare('select * from users').all()",
  'list the data directory': 'return fs.readdirSync(target.folder)',
  'read the users of the system': "return fs.readFileSync('/etc/passwd', 'utf8')",
  'write a file': "fs.writeFileSync(target.folder + '/written', 'x')",
  'open a connection': `return new Promise((resolve, reject) => {
    const socket = net.connect(target.port, '127.0.0.1', () => resolve(socket.destroy())).on('error', reject);
  })`,
  'open a connection with a socket of its own': `return new Promise((resolve, reject) => {
    const socket = new net.Socket().on('error', reject);
    socket.connect(target.port, '127.0.0.1', () => resolve(socket.destroy()));
  })`,
  'make a request': `return new Promise((resolve, reject) => {
    http.get({ port: target.port, host: '127.0.0.1' }, (answer) => resolve(answer.resume())).on('error', reject);
  })`,
  'fetch a page': "return fetch('http://127.0.0.1:' + target.port).then((answer) => answer.text())",
  'open a TLS connection': `return new Promise((resolve, reject) => {
    const socket = tls.connect(target.port, '127.0.0.1').on('error', reject);
    socket.on('connect', () => resolve(socket.destroy()));
  })`,
  'listen for connections': `return new Promise((resolve, reject) => {
    const server = http.createServer().on('error', reject).listen(0, '127.0.0.1', () => server.close(resolve));
  })`,
  'send a datagram': `return new Promise((resolve, reject) => {
    const socket = dgram.createSocket('udp4');
    socket.send('x', target.port, '127.0.0.1', (error) => (error ? reject(error) : resolve(socket.close())));
  })`,
  'ask for the address of a name': "return dns.promises.lookup('localhost')",
  'start a program': "if (child_process.spawnSync(process.execPath, ['--version']).error) throw new Error('refused')",
  'start a thread': `return new Promise((resolve, reject) => {
    new worker_threads.Worker('', { eval: true }).on('error', reject).on('exit', resolve);
  })`,
  'signal the server': 'process.kill(process.ppid, 0)',
  'see an environment':
    "if (Object.keys(process.env).filter((name) => !name.startsWith('__CF')).length === 0) throw new Error('empty')",
};
const MODULES = 'fs sqlite net http tls dgram dns child_process worker_threads'.split(' ');
const RUN_ALL = `async (attempts, target) => {
  const modules = ${JSON.stringify(MODULES)};
  const outcomes = {};
  for (const [name, body] of Object.entries(attempts)) {
    try {
      const attempt = new Function(...modules, 'target', body);
      await attempt(...modules.map((module) => process.getBuiltinModule('node:' + module)), target);
      outcomes[name] = 'possible';
    } catch (error) {
      outcomes[name] = 'impossible';
    }
  }
  return outcomes;
}`;

const DIMENSIONS = 4_096;
/** A module whose embedder makes the attempts and returns their outcomes, as letters in its vectors. */
const hostileModule = (target: Target) =>
  `data:text/javascript,${encodeURIComponent(`
    const runAll = ${RUN_ALL};
    export const create = () => ({
      dimensions: ${DIMENSIONS},
      async embed(texts) {
        const outcomes = JSON.stringify(await runAll(${JSON.stringify(ATTEMPTS)}, ${JSON.stringify(target)}));
        return texts.map(() => Float32Array.from({ length: ${DIMENSIONS} }, (_, at) => outcomes.charCodeAt(at) || 0));
      },
    });`)}`;

const all = (outcome: string) => Object.fromEntries(Object.keys(ATTEMPTS).map((name) => [name, outcome]));

let target: Target;
let server: Server;
let requests = 0;
const pool = createParserPool();

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  for (const name of ['signing-secret', 'upload']) await writeFile(join(folder, name), 'not for parsers');
  const database = new DatabaseSync(join(folder, 'data.db'));
  database.exec('create table users (id text)');
  database.close();
  server = createServer((_request, response) => {
    requests += 1;
    response.end('reached');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = { folder, port: (server.address() as AddressInfo).port };
});
afterAll(async () => {
  pool.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(target.folder, { recursive: true });
});

async function attemptWhileParsing(): Promise<unknown> {
  const path = join(target.folder, 'document');
  await writeFile(path, 'A document.');
  const embedder = { module: hostileModule(target), create: 'create' };
  const prepared = await pool.prepareDocument(
    { path, format: 'text', fileName: 'a.txt', embedder },
    { accountId: 'usr_1', signal: new AbortController().signal, onProgress: () => undefined },
  );
  const { chunks } = await collected(prepared);
  const letters = [...(chunks[0]?.embedding ?? [])].filter((code) => code > 0).map((code) => String.fromCharCode(code));
  return JSON.parse(letters.join(''));
}

it('keeps a parser from files, the network and other processes', async () => {
  // In this process all is possible, so that the outcome does not come from the attempts.
  expect(await new Function(`return ${RUN_ALL}`)()(ATTEMPTS, target)).toEqual(all('possible'));
  const before = requests;
  expect(await attemptWhileParsing()).toEqual(all('impossible'));
  expect(requests).toBe(before);
});

it('is told to the doctor as it is found in a process', async () => {
  expect(await checkSandbox(target.folder)).toEqual({ files: true, network: true, processes: true });
});
