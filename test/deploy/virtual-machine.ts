import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../helpers/processes/free-port.ts';
import { untilWithin } from '../helpers/timing/until.ts';
import type { Machine } from './bundle-service.ts';

/** A machine with a kernel, a Debian and a systemd of its own. */
export interface VirtualMachine extends Machine {
  /** Starts it anew, and returns when its boot is complete. */
  reboot(): Promise<void>;
}

const execute = promisify(execFile);
/** Without KVM, a boot takes one to three minutes. */
const BOOT_MS = 900_000;
const COMMAND_MS = 900_000;

/** As the sizes of disks that mke2fs makes; files take only what is written into them. */
const [SYSTEM, BUNDLES] = ['4G', '2G'];

const PACKAGES = ['systemd-sysv', 'udev', 'passwd', 'linux-image-cloud-amd64', 'initramfs-tools', 'openssh-server'];

/** What QEMU gives its only network card by itself. */
const NETWORK = `[Match]
Name=e*
[Network]
Address=10.0.2.15/24
Gateway=10.0.2.2
`;

/** Where the folders of bundles are in the machine. */
const PLACE = '/media/bundles';

/**
 * Boots Debian in QEMU, without KVM, with the folders of bundles on a disk that cannot be written. What listens on `port` of its
 * loopback does so on this machine's, too. It needs root, QEMU, mmdebstrap, ssh and e2fsprogs, and reaches no network.
 */
export async function startVirtualMachine(home: string, port: number, bundles: string[]): Promise<VirtualMachine> {
  mkdirSync(home, { recursive: true });
  const at = (name: string) => join(home, name);
  await execute('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('key')]);
  await makeSystem(at);
  await makeBundles(at, bundles);

  const sshPort = await freePort();
  const machine: ChildProcess = spawn('qemu-system-x86_64', hardware(at, sshPort), { stdio: 'ignore' });
  const ssh = [
    ...['-q', '-p', String(sshPort), '-i', at('key'), '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=20'],
    ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'],
  ];
  const run: Machine['run'] = (...words) =>
    new Promise((resolve) => {
      const command = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      const options = { timeout: COMMAND_MS, maxBuffer: 2 ** 24 };
      execFile('ssh', [...ssh, 'root@127.0.0.1', command], options, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
      });
    });

  let tunnel: ChildProcess | null = null;
  async function booted(): Promise<void> {
    const isUp = async () => {
      if (machine.exitCode !== null) throw new Error('QEMU has ended.');
      return /^(?:running|degraded)/.test((await run('systemctl', 'is-system-running', '--wait')).said);
    };
    await untilWithin(BOOT_MS, isUp, 'the end of the boot');
    const through = ['-N', '-o', 'ExitOnForwardFailure=yes', '-L', `127.0.0.1:${port}:127.0.0.1:${port}`];
    tunnel = spawn('ssh', [...ssh, ...through, 'root@127.0.0.1'], { stdio: 'ignore' });
  }

  async function end(child: ChildProcess | null): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  async function close(): Promise<void> {
    await end(tunnel);
    await end(machine);
  }

  await booted().catch(async (error) => {
    await close();
    throw error;
  });
  return {
    run,
    placeOf: (bundle) => `${PLACE}/${basename(bundle)}`,
    async reboot() {
      const bootId = async () => (await run('cat', '/proc/sys/kernel/random/boot_id')).said;
      const before = await bootId();
      await end(tunnel);
      await run('systemctl', 'reboot');
      await untilWithin(
        BOOT_MS,
        async () => /^[\da-f-]{36}\n$/.test(await bootId()) && (await bootId()) !== before,
        'a boot',
      );
      await booted();
    },
    close,
  };
}

/** Debian on a disk, with its kernel beside it. */
async function makeSystem(at: (name: string) => string): Promise<void> {
  const root = at('system');
  await execute('mmdebstrap', [
    ...['--quiet', '--variant=minbase', `--include=${PACKAGES.join(',')}`, '--format=directory', 'trixie', root],
  ]);
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  write('etc/hostname', 'machine\n');
  write('etc/hosts', '127.0.0.1 localhost machine\n');
  write('etc/fstab', `/dev/vda / ext4 rw 0 1\n/dev/vdb ${PLACE} ext4 ro 0 2\n`);
  write('etc/systemd/network/wired.network', NETWORK);
  mkdirSync(join(root, PLACE), { recursive: true });
  mkdirSync(join(root, 'root/.ssh'), { recursive: true, mode: 0o700 });
  await execute('cp', [at('key.pub'), join(root, 'root/.ssh/authorized_keys')]);
  await execute('chroot', [root, 'systemctl', 'enable', 'systemd-networkd']);
  for (const [name, pattern] of [
    ['kernel', 'boot/vmlinuz-*'],
    ['initrd', 'boot/initrd.img-*'],
  ] as const) {
    await execute('cp', [join(root, globSync(pattern, { cwd: root })[0] ?? pattern), at(name)]);
  }
  await makeDisk(at('system.img'), SYSTEM, root);
  rmSync(root, { recursive: true, force: true });
}

/** Files that bundles share are stored once. */
async function makeBundles(at: (name: string) => string, bundles: string[]): Promise<void> {
  const root = at('bundles');
  mkdirSync(root);
  chmodSync(root, 0o755);
  await execute('cp', ['-al', ...bundles, root]);
  await makeDisk(at('bundles.img'), BUNDLES, root);
}

async function makeDisk(file: string, size: string, root: string): Promise<void> {
  await execute('mke2fs', ['-q', '-t', 'ext4', '-d', root, file, size]);
}

const hardware = (at: (name: string) => string, sshPort: number): string[] => [
  ...['-machine', 'q35,accel=tcg', '-cpu', 'max', '-smp', '2', '-m', '2048', '-display', 'none', '-monitor', 'none'],
  ...['-kernel', at('kernel'), '-initrd', at('initrd'), '-append', 'root=/dev/vda rw console=ttyS0'],
  ...['-serial', `file:${at('console.log')}`],
  ...['system', 'bundles'].flatMap((disk) => ['-drive', `file=${at(disk)}.img,format=raw,if=virtio,cache=unsafe`]),
  ...[
    '-netdev',
    `user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:${sshPort}-:22`,
    '-device',
    'virtio-net-pci,netdev=net',
  ],
  ...['-device', 'virtio-rng-pci'],
];
