import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../../../server/services/accounts/passwords.ts';

const passwords = createPasswords();

describe('passwords', () => {
  it('are hashed by argon2id with 19 MiB and two passes, each with its own salt', async () => {
    const one = await passwords.hash('correct horse');
    const two = await passwords.hash('correct horse');
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify('correct horse', one)).toBe(true);
    expect(await passwords.verify('correct horsf', one)).toBe(false);
  });

  it('cost the server no less: nothing of it passes another cost', () => {
    const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules)\//.test(path))
      .map((path) => readFileSync(join('server', path), 'utf8'));
    const calls = sources.flatMap((code) => code.match(/(?<!function )createPasswords\([^)]*\)?/g) ?? []);
    expect(calls.length).toBeGreaterThan(1);
    expect(new Set(calls)).toEqual(new Set(['createPasswords()']));
  });

  it('are equal in both Unicode forms, and never truncated', async () => {
    const long = 'ä'.repeat(127);
    const hash = await passwords.hash(`${long}1`);
    expect(await passwords.verify(`${long.normalize('NFD')}1`, hash)).toBe(true);
    expect(await passwords.verify(`${long}2`, hash)).toBe(false);
  });

  it('take as much work to refuse for a missing account', async () => {
    const hash = await passwords.hash('correct horse');
    // The lowest processor time of several runs is independent of the machine's other work.
    const took = async (phc: string | null) => {
      const began = process.cpuUsage();
      expect(await passwords.verify('wrong horse!', phc)).toBe(false);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 12; round++) {
      known.push(await took(hash));
      unknown.push(await took(null));
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.5);
    expect(Math.min(...unknown)).toBeLessThan(Math.min(...known) * 2);
  });

  it('hashed with older costs are still accepted, but reported as outdated', async () => {
    const old = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
    const { argon2Sync } = await import('node:crypto');
    const salt = Buffer.from('c29tZXNhbHRzb21lc2FsdA', 'base64');
    const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
    const hash = argon2Sync('argon2id', { ...cost, message: 'old one', nonce: salt });
    const phc = old + hash.toString('base64').replace(/=+$/, '');
    expect(await passwords.verify('old one', phc)).toBe(true);
    expect(passwords.outdated(phc)).toBe(true);
    expect(passwords.outdated(await passwords.hash('new one'))).toBe(false);
  });

  it('get a 429 at once when too many wait', async () => {
    const flooded = createPasswords();
    const refused: unknown[] = [];
    for (let one = 0; one < 80; one++) flooded.verify('x', null).catch((error) => refused.push(error));
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused).toHaveLength(80 - 2 - 64);
    expect(refused[0]).toMatchObject({ status: 429, code: 'busy' });
  });
});
