/** The floor for HTTP: the work of two of our endpoints on bare node:http. Run as a child process. */
import { createHash, createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import jsonwebtoken from 'jsonwebtoken';

const secret = createSecretKey(Buffer.from('a secret of the floor, 32 bytes long'));
const database = new Database(':memory:');
database.exec(
  'create table project (id text primary key, record text); create table key (hash text primary key, project text)',
);
const record = { id: 'proj_1', name: 'Bench', description: '', allowed_origins: ['https://bench.example'] };
database.prepare('insert into project values (?, ?)').run('proj_1', JSON.stringify(record));
database.prepare('insert into key values (?, ?)').run(createHash('sha256').update('key').digest('hex'), 'proj_1');
const readProject = database.prepare<[string], { record: string }>('select record from project where id = ?');
const readKey = database.prepare<[string], { project: string }>('select project from key where hash = ?');

/** A cache of verified tokens, as the product has one. */
const verified = new Map<string, unknown>();

function verify(token: string): void {
  if (verified.has(token)) return;
  verified.set(token, jsonwebtoken.verify(token, secret, { algorithms: ['HS256'] }));
}

const server = createServer(async (request, response) => {
  const answer = (body: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.method === 'GET') {
    verify(request.headers.authorization?.slice(7) ?? '');
    answer(JSON.parse(readProject.get('proj_1')?.record ?? '{}'));
    return;
  }
  const { origin } = (await json(request)) as { origin: string };
  const hash = createHash('sha256').update(String(request.headers['x-api-key'])).digest('hex');
  const project = readProject.get(readKey.get(hash)?.project ?? '');
  const token = jsonwebtoken.sign({ org: origin, pid: project ? 'proj_1' : '' }, secret, { expiresIn: 3600 });
  answer({ token, token_type: 'bearer', expires_in: 3600, visitor_id: 'vis_1' });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const token = jsonwebtoken.sign({ sub: 'usr_1' }, secret, { expiresIn: 3600 });
  process.send?.({ port: typeof address === 'object' ? address?.port : 0, token });
});
