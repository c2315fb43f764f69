import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIMIT_MS } from '../helpers/timing/until.ts';

const SYSTEMCTL = fileURLToPath(new URL('../helpers/processes/systemctl.ts', import.meta.url));

/** What is root's on a machine with systemd, and disappears with its last process: changes of /etc stay in memory. */
const MACHINE = `
set -eu
mount --make-rprivate /
mount -t tmpfs none /run
mkdir -p /run/systemd/system /run/etc /run/etc-work
mount -t overlay none -o lowerdir=/etc,upperdir=/run/etc,workdir=/run/etc-work /etc
mount --bind "$1/opt" /opt
mount --bind "$1/lib" /var/lib
echo ready
exec sleep infinity`;

export interface Ran {
  code: number | null;
  /** Standard output and error. */
  said: string;
}

/** A machine of its own for the installer. */
export interface Machine {
  /** Runs a program there as root. */
  run(program: string, ...words: string[]): Promise<Ran>;
  /** Where the folder of a bundle is there. */
  placeOf(bundle: string): string;
  /** Stops it. The server must have been stopped. */
  close(): Promise<void>;
}

/**
 * Mounts in a namespace, and a stand-in for systemctl. Throws where that is not possible: it needs root, unshare, and a file
 * system that can be laid over another.
 */
export async function startStandIn(home: string): Promise<Machine> {
  for (const name of ['opt', 'lib', 'bin']) mkdirSync(join(home, name), { recursive: true });
  const stub = `#!/bin/sh\nexec '${process.execPath}' '${SYSTEMCTL}' "$@"\n`;
  writeFileSync(join(home, 'bin/systemctl'), stub, { mode: 0o755 });
  const holder: ChildProcess = spawn('unshare', ['--mount', 'sh', '-c', MACHINE, 'sh', home], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  holder.stderr?.on('data', (bytes) => (said += bytes));
  const ready = holder.stdout ? once(holder.stdout, 'data') : Promise.resolve();
  await Promise.race([ready, once(holder, 'error'), once(holder, 'close')]);
  if (holder.exitCode !== null || holder.pid === undefined) throw new Error(said || 'unshare is missing.');
  const inside = [`--target=${holder.pid}`, '--mount'];
  const env = { PATH: `${join(home, 'bin')}:/usr/sbin:/usr/bin:/sbin:/bin`, HOME: '/root' };
  return {
    run: (program, ...words) =>
      new Promise((resolve) => {
        execFile('nsenter', [...inside, program, ...words], { env, timeout: LIMIT_MS }, (error, stdout, stderr) => {
          resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
        });
      }),
    placeOf: (bundle) => bundle,
    async close() {
      holder.kill('SIGKILL');
      await once(holder, 'close');
    },
  };
}
