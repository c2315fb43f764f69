import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Stands in for systemctl where no systemd runs, for one service: what the installer calls. It starts the service with what
 * its unit says, as far as mounts, namespaces and setpriv of util-linux can do it: user, capabilities, no new privileges,
 * what can be written, private temporary and device directories, hidden homes and processes, limits, stop signal and time, and
 * the exit codes after which it starts again.
 * Not the filters of system calls and address families, nor limits of memory: only systemd and the kernel together can.
 */
const UNIT = '/etc/systemd/system/footnote.service';
const STATE = '/run/stand-in';
const PID = `${STATE}/pid`;

/** The settings of the unit; of those that occur several times, all. */
function readUnit(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of readFileSync(UNIT, 'utf8').split('\n')) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    found.set(name, [...(found.get(name) ?? []), value.replaceAll('%S', '/var/lib')]);
  }
  return found;
}

const unit = existsSync(UNIT) ? readUnit() : new Map<string, string[]>();
const last = (name: string) => unit.get(name)?.at(-1) ?? null;
const isOn = (name: string) => last(name) === 'yes';

function environment(): Record<string, string> {
  const pairs = (unit.get('Environment') ?? []).flatMap((line) => line.split(' '));
  for (const name of unit.get('EnvironmentFile') ?? []) {
    const path = name.replace(/^-/, '');
    if (existsSync(path) || !name.startsWith('-')) pairs.push(...readFileSync(path, 'utf8').split('\n'));
  }
  const set = pairs.map((pair) => /^(\w+)=(.*)$/.exec(pair)?.slice(1) as [string, string] | undefined);
  return { PATH: '/usr/bin:/bin', ...Object.fromEntries(set.filter((pair) => pair !== undefined)) };
}

/** What runs as root in namespaces of the service before its program does. */
function confinement(): string[] {
  const user = last('User') ?? 'root';
  const state = `/var/lib/${last('StateDirectory')}`;
  const covered = (folder: string) => `[ ! -d ${folder} ] || mount -t tmpfs -o mode=000,ro none ${folder}`;
  const device = (name: string) => `touch /run/dev/${name}; mount --bind /dev/${name} /run/dev/${name}`;
  return [
    'set -eu',
    'mount --make-rprivate /',
    ...(last('StateDirectory') ? [`install -d -o ${user} -g ${user} -m ${last('StateDirectoryMode')} ${state}`] : []),
    ...(isOn('PrivateDevices')
      ? [
          'mkdir -p /run/dev; mount -t tmpfs -o mode=755 none /run/dev',
          ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map(device),
          'ln -s /proc/self/fd /run/dev/fd; mkdir /run/dev/shm; mount --move /run/dev /dev',
        ]
      : []),
    ...(last('ProtectProc') === 'invisible' ? ['mount -t proc -o hidepid=invisible proc /proc'] : []),
    ...(last('ProtectSystem') === 'strict'
      ? [
          'awk \'$5 !~ "^/(dev|proc)" { print $5 }\' /proc/self/mountinfo | while read -r place; do mount -o remount,bind,ro "$place" 2>/dev/null || true; done',
          `mount --bind ${state} ${state}; mount -o remount,bind,rw ${state}`,
        ]
      : []),
    ...(isOn('ProtectKernelTunables') ? ['mount --bind /proc/sys /proc/sys; mount -o remount,bind,ro /proc/sys'] : []),
    ...(isOn('PrivateTmp') ? ['/tmp', '/var/tmp'].map((folder) => `mount -t tmpfs -o mode=1777 none ${folder}`) : []),
    ...(isOn('ProtectHome') ? ['/root', '/home', '/run/user'].map(covered) : []),
    `ulimit -n ${last('LimitNOFILE') ?? 1024}`,
    `umask ${last('UMask') ?? '0022'}`,
    `cd ${last('WorkingDirectory') ?? '/'}`,
    [
      `exec setpriv --reuid=${user} --regid=${user} --init-groups`,
      ...(isOn('NoNewPrivileges') ? ['--no-new-privs'] : []),
      ...(last('CapabilityBoundingSet') === '' ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
      `-- ${last('ExecStart')}`,
    ].join(' '),
  ];
}

async function start(): Promise<void> {
  mkdirSync(STATE, { recursive: true });
  rmSync(PID, { force: true });
  spawn(process.execPath, [fileURLToPath(import.meta.url), 'supervise'], { detached: true, stdio: 'ignore' }).unref();
  while (!existsSync(PID)) await pause(20);
}

/** Runs the service, and starts it again as long as it ends with a code of `RestartForceExitStatus`. */
async function supervise(): Promise<void> {
  const log = openSync(`${STATE}/log`, 'a');
  const names = ['--mount', '--ipc', ...(isOn('ProtectHostname') ? ['--uts'] : [])];
  const again = (last('RestartForceExitStatus') ?? '').split(' ');
  for (let code = ''; code === '' || again.includes(code); ) {
    const child = spawn('unshare', [...names, 'sh', '-c', confinement().join('\n')], {
      env: environment(),
      stdio: ['ignore', log, log],
    });
    writeFileSync(PID, String(child.pid));
    code = String((await once(child, 'exit'))[0]);
    if (again.includes(code)) await pause(Number(last('RestartSec')) * 1000);
  }
}

/** The process of the service; null if it has ended. */
function running(): number | null {
  if (!existsSync(PID)) return null;
  const pid = Number(readFileSync(PID, 'utf8'));
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) ? null : pid;
  } catch {
    return null;
  }
}

async function stop(): Promise<void> {
  const pid = running();
  const until = Date.now() + Number(last('TimeoutStopSec')) * 1000;
  if (pid !== null) process.kill(pid, 'SIGTERM');
  while (pid !== null && running() === pid) {
    if (Date.now() > until) process.kill(pid, 'SIGKILL');
    await pause(50);
  }
  rmSync(PID, { force: true });
}

const [command, ...words] = process.argv.slice(2).filter((word) => word !== '--quiet');
switch (command) {
  case 'start':
    await start();
    break;
  case 'supervise':
    await supervise();
    break;
  case 'stop':
    await stop();
    break;
  case 'disable':
    if (words.includes('--now')) await stop();
    break;
  case 'is-failed':
    process.exitCode = existsSync(PID) && running() === null ? 0 : 1;
    break;
  case 'show':
    process.stdout.write(`${words.includes('MainPID') ? (running() ?? 0) : 0}\n`);
    break;
  case 'daemon-reload':
  case 'enable':
    break;
  default:
    throw new Error(`The installer is not known to call systemctl ${command}.`);
}
