import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { envDefaults } from '../../server/config/env-variables.ts';
import { DRAIN } from '../../server/http/listen.ts';
import { lintCompose } from './compose-lint.ts';
import { dockerfile } from './dockerfile.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'examples/deploy/replicas');
const FILE = join(FOLDER, 'compose.yaml');
const text = readFileSync(FILE, 'utf8');
const { services, networks, volumes } = parse(text);
const { balancer, database } = services;
const replicas = [services['footnote-1'], services['footnote-2']];
const seconds = (duration: string) => Number.parseInt(duration, 10) * (duration.endsWith('m') ? 60 : 1);

describe('the compose file for replicas', () => {
  it('has no fault that a linter finds, nor has the one for a single container', () => {
    expect(lintCompose(FILE)).toEqual([]);
    expect(lintCompose(join(ROOT, 'examples/deploy/docker/compose.yaml'))).toEqual([]);
  });

  it('would be refused with a word that Compose does not know', () => {
    const misspelled = join(dirname(FILE), 'compose.misspelled.yaml');
    try {
      writeFileSync(misspelled, text.replace('    read_only: true', '    readonly: true'));
      expect(lintCompose(misspelled).join()).toContain('must NOT have additional properties');
    } finally {
      rmSync(misspelled);
    }
  });

  it('has two replicas that nothing tells apart, built from this repository', () => {
    expect(replicas[0]).toEqual(replicas[1]);
    for (const { build } of replicas) {
      expect(join(FOLDER, build.context, '/')).toBe(ROOT);
      expect(join(ROOT, build.dockerfile)).toBe(join(ROOT, 'examples/deploy/docker/Dockerfile'));
    }
  });

  it('opens one port, the one of the balancer, and to the machine itself alone', () => {
    const open = ['127.0.0.1:8787:8787'];
    for (const [name, service] of Object.entries<{ ports?: string[] }>(services)) {
      expect([name, service.ports]).toEqual([name, name === 'balancer' ? open : undefined]);
    }
  });

  it('lets only the replicas reach the database, which reaches nothing itself', () => {
    expect(networks.data).toEqual({ internal: true });
    expect(database.networks).toEqual(['data']);
    expect(balancer.networks).toEqual(['front']);
    for (const replica of replicas) expect(replica.networks).toEqual(['front', 'data']);
  });

  it('starts a replica again whenever it ends, and offers no restart that would reach only one of them', () => {
    for (const { restart, environment } of replicas) {
      expect(restart).toBe('unless-stopped');
      expect(environment).not.toHaveProperty('SUPERVISED');
    }
  });

  it('gives every container no more than it needs', () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.any(String),
        pids_limit: expect.any(Number),
        restart: 'unless-stopped',
        healthcheck: expect.any(Object),
      });
      for (const name of ['privileged', 'cap_add', 'network_mode', 'pid']) expect(service).not.toHaveProperty(name);
    }
  });

  it('pins a PostgreSQL whose pgvector is not the one with the flaw', () => {
    const [, major, minor, patch] =
      /^pgvector\/pgvector:(\d+)\.(\d+)\.(\d+)-pg17@/.exec(database.image)?.map(Number) ?? [];
    expect((major ?? 0) * 1e6 + (minor ?? 0) * 1e3 + (patch ?? 0)).toBeGreaterThanOrEqual(8_002);
  });

  it('names what is downloaded with its digest', () => {
    for (const { image, build } of Object.values<{ image: string; build?: object }>(services)) {
      if (build === undefined) expect(image).toMatch(/:\d+\.\d+[^@]*@sha256:[0-9a-f]{64}$/);
    }
  });

  it('keeps the database in a volume, and nothing of a replica', () => {
    expect(Object.keys(volumes)).toEqual(['database']);
    const [data, role, ...more] = database.volumes;
    expect([data, more]).toEqual(['database:/var/lib/postgresql/data', []]);
    const [from, to, how] = role.split(':');
    expect(readFileSync(join(FOLDER, from), 'utf8')).toContain('create role footnote_server');
    expect([to, how]).toEqual(['/docker-entrypoint-initdb.d/role.sql', 'ro']);
    for (const replica of replicas) expect(replica).not.toHaveProperty('volumes');
  });

  it('holds no secret: each must be given, and the password of the role is given to both ends', () => {
    const given = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(given).toEqual(['FOOTNOTE_PASSWORD', 'JWT_SECRET', 'POSTGRES_PASSWORD', 'FOOTNOTE_PASSWORD']);
    for (const name of ['POSTGRES_PASSWORD', 'FOOTNOTE_PASSWORD']) {
      expect(database.environment[name]).toMatch(new RegExp(`^\\$\\{${name}:\\?`));
    }
    for (const { environment } of replicas) {
      expect(environment.DATABASE_URL).toMatch(
        /^postgres:\/\/footnote_server:\$\{FOOTNOTE_PASSWORD:\?[^}]+\}@database:5432\/footnote$/,
      );
      expect(environment.JWT_SECRET).toMatch(/^\$\{JWT_SECRET:\?/);
      expect(Object.keys(environment)).not.toContain('POSTGRES_PASSWORD');
    }
  });

  it('sets only variables that there are', () => {
    for (const { environment } of replicas) {
      for (const name of Object.keys(environment)) expect(Object.keys(envDefaults())).toContain(name);
    }
  });

  it('waits for requests under way before it kills, the balancer longer than the replicas', () => {
    for (const replica of replicas) {
      expect(seconds(replica.stop_grace_period) * 1000).toBeGreaterThanOrEqual(2 * DRAIN.total);
      expect(seconds(balancer.stop_grace_period)).toBeGreaterThan(seconds(replica.stop_grace_period));
      const [how, ...words] = replica.healthcheck.test.map((word: string) => word.replaceAll('$$', '$'));
      expect([how, words]).toEqual(['CMD', dockerfile.healthcheck]);
    }
  });

  it('starts a replica when the database answers by address, as it does only once it is made', () => {
    for (const replica of replicas) expect(replica.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(database.healthcheck.test).toContain('--host=127.0.0.1');
  });
});
