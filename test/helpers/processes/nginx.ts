import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const SITE = new URL('../../../examples/deploy/nginx/footnote.conf', import.meta.url);

/** Starts nginx with the content of its `http` block. It writes all files to `folder`. */
export function runNginx(folder: string, http: string, logged: 'warn' | 'crit'): ChildProcess {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, `${kind}-temporary`)};`,
  );
  const main = join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
     daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr ${logged};
     events { worker_connections 64; }
     http { access_log off; ${temporary.join(' ')} ${http} }`,
  );
  execFileSync('nginx', ['-t', '-q', '-e', 'stderr', '-c', main]);
  return spawn('nginx', ['-e', 'stderr', '-c', main], { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Starts nginx with the site of the guide in front of the servers, without encryption. The caller stops it. */
export async function startNginx(urls: string[]): Promise<{ url: string; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-nginx-'));
  const port = await freePort();
  const [upstream, , site] = readFileSync(SITE, 'utf8')
    .replace('server 127.0.0.1:8787;', urls.map((url) => `server ${new URL(url).host};`).join(' '))
    .replace(/^ *(listen \[::\]|ssl_|listen 443|add_header Strict).*\n/gm, '')
    .replaceAll('server_name chat.example.com;', `listen 127.0.0.1:${port};`)
    .split(/^(?=server \{)/m);
  const child = runNginx(folder, `${upstream} ${site}`, 'crit');
  return {
    url: `http://127.0.0.1:${port}`,
    async end() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
