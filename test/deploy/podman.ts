import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The images that the Dockerfile begins with. */
export interface Bases {
  builder: string;
  base: string;
}

/** Podman with images and containers of its own, which needs no daemon and no root. */
export interface Podman {
  /** A folder for the test. */
  home: string;
  /** What the program wrote to standard output. Throws with its errors if it fails. */
  run(...words: string[]): Promise<string>;
  /** What a container wrote to both of its outputs. */
  logs(container: string): Promise<string>;
  remove(): Promise<void>;
}

const run = promisify(execFile);
const OUTPUT = { maxBuffer: 2 ** 28 };

export function startPodman(): Podman {
  // Not in the temporary folder of the tests: Podman refuses a `--runroot` of more than 50 characters, and images are large.
  const home = mkdtempSync('/tmp/footnote-podman-');
  const own = ['--root', join(home, 'images'), '--runroot', join(home, 'run')];
  const podman = async (...words: string[]) => (await run('podman', [...own, ...words], OUTPUT)).stdout.trim();
  return {
    home,
    run: podman,
    async logs(container) {
      const { stdout, stderr } = await run('podman', [...own, 'logs', container], OUTPUT);
      return stdout + stderr;
    },
    async remove() {
      // Files in the images belong to users whom only Podman can act for.
      if (process.getuid?.() !== 0) await run('podman', ['unshare', 'rm', '-rf', join(home, 'images')]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * Makes the images that the Dockerfile begins with available for a platform of Podman, such as amd64: the published ones, or where no
 * registry of images can be reached, stand-ins of the same Debian's packages. Returns the arguments of the build.
 */
export async function provideBases(podman: Podman, arch: string, { builder, base }: Bases): Promise<string[]> {
  const native = await podman.run('info', '--format', '{{.Host.Arch}}');
  // Podman 4 does not know it by itself.
  const platform = `BUILDPLATFORM=linux/${native}`;
  try {
    await podman.run('pull', '--quiet', '--platform', `linux/${arch}`, base);
    await podman.run('pull', '--quiet', '--platform', `linux/${native}`, builder);
    return ['--build-arg', platform];
  } catch (error) {
    if (!/dial tcp|no such host|i\/o timeout|connection refused/.test(String(error))) throw error;
  }
  // By their ids: a name without the variant of its processor is not found for another platform.
  const images = [`BASE=${await baseOf(podman, arch)}`, `BUILDER=${await builderOf(podman, native)}`];
  return [platform, ...images].flatMap((argument) => ['--build-arg', argument]);
}

/** The Debian that the images are named after. */
const RELEASE = 'trixie';

/** Debian's packages in an archive. mmdebstrap needs no root, and for `extract` no program of that platform. */
async function debian(file: string, variant: 'extract' | 'minbase', arch: string, packages: string[]): Promise<void> {
  const chosen = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
  const words = [`--variant=${variant}`, `--architectures=${arch}`, ...chosen, '--quiet', RELEASE, file];
  await run('mmdebstrap', words, OUTPUT);
}

/** The packages that the base is made of. */
const LIBRARIES = ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6', 'netbase', 'tzdata'];

async function baseOf(podman: Podman, arch: string): Promise<string> {
  const file = join(podman.home, `base-${arch}.tar`);
  await debian(file, 'extract', arch, LIBRARIES);
  const id = await podman.run('import', '--quiet', '--arch', arch, file);
  rmSync(file);
  return id;
}

/** Debian with this Node.js and this machine's npm, where the published image has them. It is made once. */
async function builderOf(podman: Podman, arch: string): Promise<string> {
  const tag = 'localhost/builder';
  const made = await podman.run('images', '--quiet', '--no-trunc', tag);
  if (made) return made;
  const file = join(podman.home, 'debian.tar');
  await debian(file, 'minbase', arch, []);
  await podman.run('import', '--quiet', file, 'localhost/debian');
  rmSync(file);
  const context = join(podman.home, 'builder');
  const modules = join(context, 'local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  mkdirSync(join(context, 'local/bin'));
  cpSync(process.execPath, join(context, 'local/bin/node'), { dereference: true });
  cpSync(await npmFolder(), join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(context, 'local/bin/npm'));
  writeFileSync(join(context, 'Dockerfile'), 'FROM localhost/debian\nCOPY local /usr/local\n');
  return podman.run('build', '--quiet', '--isolation', 'chroot', '--tag', tag, context);
}

/** The npm that this machine runs. */
async function npmFolder(): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'command -v npm']);
  const folder = dirname(dirname(realpathSync(stdout.trim())));
  if (!existsSync(join(folder, 'bin/npm-cli.js'))) throw new Error(`There is no npm in ${folder}.`);
  return folder;
}

/**
 * What a build needs to reach npm's registry as this machine does: its address, and the certificates of a network that reads along.
 * They are mounted and do not end up in the image.
 */
export async function npmVolumes(podman: Podman): Promise<string[]> {
  const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim();
  const authorities = process.env.NODE_EXTRA_CA_CERTS ?? '';
  const settings = join(podman.home, 'npmrc');
  const cafile = authorities && 'cafile=/etc/authorities.crt\n';
  writeFileSync(settings, `registry=${registry}\n${cafile}`);
  const volumes = [`${settings}:/root/.npmrc:ro`, ...(authorities ? [`${authorities}:/etc/authorities.crt:ro`] : [])];
  return volumes.flatMap((volume) => ['--volume', volume]);
}
