import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../processes/free-port.ts';
import { runNginx } from '../processes/nginx.ts';
import { until } from '../timing/until.ts';
import type { GitServer } from './git-server.ts';

/** The addresses of one repository behind nginx, which ends TLS, checks passwords, compresses and redirects. */
export interface GitBehindNginx {
  /** Needs no password. */
  open: string;
  /** Needs a name and password of `users`. */
  closed: string;
  /** Leads to `open` on the same server, as one that adds `.git` to the name. */
  renamed: string;
  /** Leads to `open` under another name of the server, where the repository could be read. */
  moved: string;
  end(): Promise<void>;
}

/** Puts nginx in front of a git server. It takes over its certificate. */
export async function startGitBehindNginx(git: GitServer, users: Record<string, string>): Promise<GitBehindNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-git-nginx-'));
  const port = await freePort();
  const passwords = join(folder, 'passwords');
  writeFileSync(
    passwords,
    Object.entries(users)
      .map(([name, password]) => `${name}:{PLAIN}${password}\n`)
      .join(''),
  );
  const { origin, pathname } = new URL(git.url);
  const child = runNginx(
    folder,
    `server {
       listen 127.0.0.1:${port} ssl;
       ssl_certificate ${git.certificate};
       ssl_certificate_key ${join(dirname(git.certificate), 'key.pem')};
       client_max_body_size 100m;
       gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;
       proxy_set_header Authorization "";
       location /open/ { proxy_pass ${origin}/; }
       location /closed/ { auth_basic git; auth_basic_user_file ${passwords}; proxy_pass ${origin}/; }
       location /renamed/ { rewrite ^/renamed/([^./]+)/(.*)$ /open/$1.git/$2 permanent; }
       location /moved/ { rewrite ^/moved/(.*)$ https://localhost:${port}/open/$1 permanent; }
     }`,
    'crit',
  );
  const address = (location: string) => `https://127.0.0.1:${port}/${location}${pathname}`;
  const open = address('open');
  await until(
    () =>
      fetch(open).then(
        () => true,
        () => false,
      ),
    'nginx answers',
  );
  return {
    open,
    closed: address('closed'),
    renamed: address('renamed').replace(/\.git$/, ''),
    moved: address('moved'),
    async end() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
