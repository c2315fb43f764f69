import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const run = (program: string, words: string[], env: Record<string, string> = {}) => {
  const child = promisify(execFile)(program, words, { cwd: ROOT, env: { PATH: process.env.PATH ?? '', ...env } });
  return child.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
};

/** The last step of npm install, as npm runs it with a Node of `machine`, where scripts are run with one of `own`. */
function afterInstall({ machine, own }: { machine: string; own: string }) {
  const script = scripts.postinstall.replace(/^node /, '');
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${own}' } })`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
  return run(process.execPath, [...preload, script], {
    npm_config_user_agent: `npm/11.19.1 node/v${machine} linux x64 workspaces/false`,
  });
}

describe('npm install', () => {
  it('says in one sentence that an older Node of the machine is no problem', async () => {
    expect(await afterInstall({ machine: '20.20.2', own: '24.21.0' })).toEqual({
      code: 0,
      stdout:
        'Footnote runs on its own Node.js 24.21.0, which npm install has brought; Node.js 20.20.2 of this machine runs npm alone.\n',
      stderr: '',
    });
  });

  it.each(['24.7.0', '24.21.0', '26.1.0'])('says nothing where the machine has Node %s', async (version) => {
    const said = await afterInstall({ machine: version, own: version });
    expect(said).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each(['20.20.2', '24.6.9', '9.0.0'])('fails where Footnote would have to run on Node %s', async (version) => {
    const said = await afterInstall({ machine: version, own: version });
    expect(said).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Footnote needs Node.js 24.7') });
    expect(said.stderr).toContain('Remove node_modules and run npm install again');
  });

  it('asks npm again, on the Node of Footnote, for what an older Node has made it leave out', async () => {
    const home = mkdtempSync(join(tmpdir(), 'footnote-install-'));
    try {
      const write = (path: string, content: object) => {
        mkdirSync(join(home, path, '..'), { recursive: true });
        writeFileSync(join(home, path), JSON.stringify(content));
      };
      const platform = { optional: true, os: [process.platform], cpu: [process.arch] };
      write('package.json', { type: 'module' });
      write('server/package.json', { engines: { node: '>=24.7' } });
      write('package-lock.json', {
        packages: {
          'node_modules/native': platform,
          'node_modules/other': { ...platform, cpu: ['mips'] },
          'node_modules/plain': { optional: true },
        },
      });
      cpSync(join(ROOT, '.build/installed.js'), join(home, '.build/installed.js'));
      const npm = join(home, 'npm.mjs');
      const lastStep = (program: string) => {
        writeFileSync(npm, program);
        const env = { npm_execpath: npm, npm_config_user_agent: 'npm/10.9.9 node/v18.20.8 linux x64' };
        return run(process.execPath, [join(home, '.build/installed.js')], env);
      };
      expect(await lastStep('process.exit(1)')).toMatchObject({ code: 1, stderr: expect.stringContaining('left out') });
      const install = `import { mkdirSync, writeFileSync } from 'node:fs';
        writeFileSync('asked.json', JSON.stringify([process.versions.node, ...process.argv.slice(2)]));
        mkdirSync('node_modules/native', { recursive: true });`;
      const oneSentence = expect.stringMatching(/^Footnote runs on its own Node\.js .*\n$/);
      expect(await lastStep(install)).toEqual({ code: 0, stdout: oneSentence, stderr: '' });
      expect(JSON.parse(readFileSync(join(home, 'asked.json'), 'utf8'))).toEqual([
        process.versions.node,
        ...['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund'],
      ]);
      expect(await lastStep('process.exit(1)')).toMatchObject({ code: 0, stdout: oneSentence });
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('compiles nothing, whatever npm it is: all packages bring their binaries', async () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    const withScript = Object.keys(packages).filter((folder) => packages[folder].hasInstallScript);
    // The first is our own, the script of the second is not run (it looks for its binary), and the last gets its program from
    // another package.
    expect(withScript).toEqual(['', 'node_modules/@swc/core', 'node_modules/better-sqlite3', 'node_modules/node']);
    const sqlite = JSON.parse(readFileSync(join(ROOT, 'node_modules/better-sqlite3/package.json'), 'utf8'));
    expect(sqlite).toMatchObject({
      gypfile: false,
      scripts: expect.not.objectContaining({ install: expect.anything() }),
    });
    // What an older npm starts there: it looks in this folder before its own.
    const gyp = join(ROOT, 'node_modules/.bin/node-gyp');
    expect(await run(gyp, ['rebuild'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('does not warn once a package, and still shows errors', async () => {
    expect(await run('npm', ['config', 'get', 'loglevel'])).toMatchObject({ stdout: 'error\n' });
    const failed = await run('npm', ['run', 'no-such-script']);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Missing script: "no-such-script"') });
    expect(failed.stderr).not.toContain('npm warn');
  });
});
