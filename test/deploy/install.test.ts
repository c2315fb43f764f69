import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

  it('does not warn once a package, and still shows errors', async () => {
    expect(await run('npm', ['config', 'get', 'loglevel'])).toMatchObject({ stdout: 'error\n' });
    const failed = await run('npm', ['run', 'no-such-script']);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Missing script: "no-such-script"') });
    expect(failed.stderr).not.toContain('npm warn');
  });
});
