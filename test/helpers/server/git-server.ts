import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** A repository that git itself serves over https, on 127.0.0.1. */
export interface GitServer {
  url: string;
  /** Of the server, for processes that are to trust it. */
  certificate: string;
  /** The requests so far, as method, path and authorization. */
  requests: { method: string; path: string; authorization: string | null }[];
  /** Changes files (null removes one) and returns the new commit. */
  commit(files: Record<string, string | Buffer | null>, options?: CommitOptions): string;
  /** Runs git in the working folder. */
  git(...words: string[]): string;
  /** The working folder. */
  folder: string;
  /** Writes a folder of git with any names into the served repository, and lets the branch show it. */
  serveTree(entries: { mode: string; name: string; id: string }[]): void;
  /** Writes an object there and returns its id. */
  write(type: 'blob' | 'tree', content: Buffer): string;
  /** Wants this password from now on; with null, it wants no password. */
  require(password: string | null): void;
  /** Answers in place of git. Returns true if it did. */
  answer(how: ((request: IncomingMessage, response: ServerResponse) => boolean) | null): void;
  close(): Promise<void>;
}

export interface CommitOptions {
  message?: string;
  author?: string;
  /** ISO 8601. */
  at?: string;
}

/** Starts a server with an empty repository. Tests trust its certificate from then on. */
export async function startGitServer(name = 'handbook'): Promise<GitServer> {
  const home = mkdtempSync(join(tmpdir(), 'footnote-git-'));
  const [bare, folder] = [join(home, 'served', `${name}.git`), join(home, 'work')];
  const env = {
    ...{ PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    ...{ GIT_AUTHOR_NAME: 'Ann Writer', GIT_AUTHOR_EMAIL: 'ann@example.com' },
    ...{ GIT_COMMITTER_NAME: 'Ann Writer', GIT_COMMITTER_EMAIL: 'ann@example.com' },
  };
  const run = (words: string[], more: NodeJS.ProcessEnv = {}, cwd = folder) =>
    execFileSync('git', words, {
      cwd,
      env: { ...env, ...more },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  mkdirSync(folder);
  run(['init', '--quiet', '--bare', '--initial-branch=main', bare], {}, home);
  run(['init', '--quiet', '--initial-branch=main']);
  run(['remote', 'add', 'origin', bare]);

  const write: GitServer['write'] = (type, content) =>
    execFileSync('git', ['hash-object', '-w', '-t', type, '--literally', '--stdin'], { cwd: bare, env, input: content })
      .toString()
      .trim();
  const requests: GitServer['requests'] = [];
  let password: string | null = null;
  let answer: Parameters<GitServer['answer']>[0] = null;
  const server = createServer(selfSigned(home), (request, response) => {
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, authorization: headers.authorization ?? null });
    if (answer?.(request, response)) return;
    const [, given = ''] = Buffer.from(headers.authorization?.slice(6) ?? '', 'base64')
      .toString()
      .split(':');
    if (password !== null && given !== password) return void response.writeHead(401).end('closed');
    serve(request, response, { root: join(home, 'served'), env });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/${name}.git`,
    certificate: join(home, 'certificate.pem'),
    requests,
    folder,
    commit(files, { message = 'Change the handbook', author = 'Ann Writer', at = '2026-03-01T12:00:00Z' } = {}) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(folder, path);
        if (content === null) rmSync(file);
        else {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      }
      run(['add', '--all', '--force']);
      run(['commit', '--quiet', '--allow-empty', '-m', message], { GIT_AUTHOR_NAME: author, GIT_AUTHOR_DATE: at });
      run(['push', '--quiet', '--force', 'origin', 'HEAD']);
      return run(['rev-parse', 'HEAD']);
    },
    write,
    serveTree(entries) {
      const tree = write('tree', treeOf(entries));
      const commit = run(['commit-tree', tree, '-m', 'Serve'], {}, bare);
      run(['update-ref', 'refs/heads/main', commit], {}, bare);
    },
    git: (...words) => run(words),
    require(given) {
      password = given;
    },
    answer(how) {
      answer = how;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The bytes of a folder, as git stores them. */
export const treeOf = (entries: { mode: string; name: string; id: string }[]): Buffer =>
  Buffer.concat(entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]));

function selfSigned(home: string): { key: Buffer; cert: Buffer } {
  const [key, cert] = [join(home, 'key.pem'), join(home, 'certificate.pem')];
  const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:git.example.com';
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...words, '-keyout', key, '-out', cert, '-subj', '/CN=git', '-addext', names], {
    stdio: 'ignore',
  });
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cert, 'utf8')]);
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** The CGI program that comes with git. */
function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { root, env }: { root: string; env: NodeJS.ProcessEnv },
): void {
  const { pathname, search } = new URL(request.url ?? '/', 'https://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...env,
      ...{ GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: pathname, QUERY_STRING: search.slice(1) },
      ...{ REQUEST_METHOD: request.method, CONTENT_TYPE: request.headers['content-type'] ?? '' },
      ...{ GIT_PROTOCOL: String(request.headers['git-protocol'] ?? '') },
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  let head: Buffer | null = Buffer.alloc(0);
  child.stdout.on('data', (part: Buffer) => {
    if (head === null) return void response.write(part);
    head = Buffer.concat([head, part]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    let status = 200;
    for (const line of head.subarray(0, end).toString('latin1').split('\r\n')) {
      const at = line.indexOf(':');
      const [name, value] = [line.slice(0, at), line.slice(at + 1).trim()];
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status);
    response.write(head.subarray(end + 4));
    head = null;
  });
  child.on('close', () => response.end());
}
