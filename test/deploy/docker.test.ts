import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import dockerignore from '@balena/dockerignore';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { envDefaults } from '../../server/config/env-variables.ts';
import { DRAIN } from '../../server/http/listen.ts';
import { dockerfile } from './dockerfile.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'examples/deploy/docker');

describe('the Dockerfile', () => {
  const { instructions, text } = dockerfile;
  const all = (keyword: string) =>
    instructions.filter((each) => each.keyword === keyword).map(({ content }) => content);
  /** What ends up in the image. */
  const lastStage = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'));
  const inLast = (keyword: string) =>
    lastStage.filter((each) => each.keyword === keyword).map(({ content }) => content);

  it('has no fault that a linter finds', () => {
    expect(validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  it('is built with the Node of the project, and begins with libraries of the same Debian, without programs', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8'));
    const [major] = engines.node.replace('>=', '').split('.');
    expect(dockerfile.bases).toEqual({
      builder: expect.stringMatching(`^docker.io/library/node:${major}-trixie-slim@sha256:[0-9a-f]{64}$`),
      base: expect.stringMatching(/^gcr\.io\/distroless\/cc-debian13:latest@sha256:[0-9a-f]{64}$/),
    });
  });

  it('runs programs only where it is built, so that it is built for any platform anywhere', () => {
    expect(text).toMatch(/^FROM --platform=\$BUILDPLATFORM \$\{BUILDER\} AS build$/m);
    expect(text).toMatch(/^FROM \$\{BASE\}$/m);
    expect(all('FROM')).toHaveLength(2);
    expect(inLast('RUN')).toEqual([]);
    expect(all('RUN').join('\n')).toContain('--target "linux-');
  });

  it('takes nothing from the network but packages, as the lock file pins them, and runs no script of theirs', () => {
    expect(all('ADD')).toEqual([]);
    expect(text).not.toMatch(/curl|wget|apt-get|sudo|npm install/);
    expect(all('RUN').join('\n')).toContain('npm ci --ignore-scripts');
  });

  it('runs the server as process 1, of a user who is not root', () => {
    expect(inLast('USER')).toEqual(['1000:1000']);
    const after = lastStage.slice(lastStage.findIndex(({ keyword }) => keyword === 'USER'));
    expect(after.map(({ keyword }) => keyword)).toEqual(['USER', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD']);
    expect(dockerfile.command).toEqual(['/opt/footnote/footnote', 'start']);
  });

  it('holds no secret, keeps its data in a volume, and can be asked how it is', () => {
    expect([...all('ENV'), ...all('ARG')].join(' ')).not.toMatch(/SECRET|KEY|TOKEN|PASSWORD/);
    expect(inLast('VOLUME')).toEqual(['["/data"]']);
    expect(inLast('ENV').join(' ')).toContain('DATA_DIR=/data');
    expect(inLast('ENV').join(' ')).toContain('SQLITE_TMPDIR=/data');
    expect(inLast('EXPOSE')).toEqual([envDefaults().PORT]);
    expect(dockerfile.healthcheck[0]).toBe('node');
  });

  it('leaves it to who runs the image to say that something starts the server again', () => {
    expect(all('ENV').join(' ')).not.toContain('SUPERVISED');
  });

  it('sees what it builds from, and nothing that is private', () => {
    const ignored = dockerignore.default().add(readFileSync(join(FOLDER, 'Dockerfile.dockerignore'), 'utf8'));
    const listed = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
    const needed = listed.filter((path) =>
      /^(?:\.build|\.npmrc|LICENSE|package|tsconfig|sdk|server|widget|examples\/deploy)/.test(path),
    );
    expect(needed.length).toBeGreaterThan(100);
    expect(ignored.filter(needed)).toEqual(needed);
    const others = [
      '.git/config',
      '.env',
      'server/.env.local',
      'data/footnote.db',
      'server/data/footnote.db',
      'test/app.ts',
    ];
    const made = [
      'node_modules/koa/index.js',
      'server/node_modules/a.js',
      'server/dist/main.js',
      '.build/dist/a.tar.gz',
    ];
    expect(ignored.filter([...others, ...made])).toEqual([]);
  });
});

describe('the compose file', () => {
  const compose = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'));
  const service = compose.services.footnote;

  it('says nothing that a container engine would not understand', () => {
    expect(Object.keys(compose)).toEqual(['name', 'services', 'volumes']);
    // All of them are words of the Compose specification: a misspelled one would be refused, or do nothing.
    const build = ['image', 'build', 'restart', 'environment', 'healthcheck', 'stop_grace_period'];
    const confine = ['ports', 'volumes', 'read_only', 'tmpfs', 'cap_drop', 'security_opt', 'pids_limit', 'mem_limit'];
    expect(Object.keys(service).sort()).toEqual([...build, ...confine].sort());
    expect(Object.keys(service.healthcheck)).toEqual(['test', 'interval', 'timeout', 'start_period', 'retries']);
    expect(Object.keys(compose.volumes)).toEqual(['data']);
  });

  it('builds this repository with the Dockerfile', () => {
    const context = join(FOLDER, service.build.context);
    expect(join(context, '/')).toBe(ROOT);
    expect(dirname(join(context, service.build.dockerfile))).toBe(FOLDER);
  });

  it('gives the container no more than it needs', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.ports).toEqual(['127.0.0.1:8787:8787']);
    expect(service.volumes).toEqual(['data:/data']);
    for (const name of ['privileged', 'cap_add', 'network_mode', 'pid', 'user'])
      expect(service).not.toHaveProperty(name);
  });

  it('starts the server again after a restart in the console, which it tells it that it does', () => {
    // Whatever the exit code: the server ends with 75.
    expect(service.restart).toBe('unless-stopped');
    expect(service.environment.SUPERVISED).toBe('1');
  });

  it('sets only variables that there are, with no secret among them', () => {
    const known = Object.keys(envDefaults());
    for (const name of Object.keys(service.environment)) expect(known).toContain(name);
    expect(Object.keys(service.environment).join(' ')).not.toMatch(/SECRET|KEY|TOKEN/);
  });

  it('waits for requests under way before it kills, and asks for health as the image does', () => {
    expect(Number.parseInt(service.stop_grace_period, 10) * 1000).toBeGreaterThanOrEqual(2 * DRAIN.total);
    const [how, ...words] = service.healthcheck.test.map((word: string) => word.replaceAll('$$', '$'));
    expect([how, words]).toEqual(['CMD', dockerfile.healthcheck]);
  });
});
