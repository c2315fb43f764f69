import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { envDefaults } from '../../server/config/env-variables.ts';
import { DRAIN } from '../../server/http/listen.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const page = read('examples/docs/operator/deployment.md');

describe('the page on deployment', () => {
  it('names only files, scripts and variables that there are', () => {
    const paths = [...page.matchAll(/`?(examples\/deploy[\w./-]*)/g)].map(([, path = '']) => path.replace(/\.$/, ''));
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const { scripts } = JSON.parse(read('package.json'));
    for (const [, script = ''] of page.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script);
    const variables = [...page.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b|\bNODE(?==)/g)].map(([name]) => name);
    expect(variables.length).toBeGreaterThan(8);
    expect(variables.filter((name) => !['NODE', ...Object.keys(envDefaults())].includes(name))).toEqual([]);
  });

  it('gives the numbers that the code and the files give', () => {
    const compose = parse(read('examples/deploy/docker/compose.yaml'));
    expect(page).toContain(`Stopping takes up to ${DRAIN.total / 1000} seconds`);
    expect(page).toContain(`gives ${Number.parseInt(compose.services.footnote.stop_grace_period, 10)} seconds before`);
    expect(read('server/http/sse.ts')).toContain('KEEP_ALIVE_MS = 15_000');
    expect(read('server/ingestion/parse/parser-pool.ts')).toContain('resident: 768');
    const { version, engines } = JSON.parse(read('server/package.json'));
    expect(page).toContain(`footnote-${version}-`);
    expect(page).toContain(`Node.js ${engines.node.replace('>=', '')} or newer`);
  });
});

describe('the files for deployment', () => {
  it('have each a README, whose links lead somewhere', () => {
    const readmes = globSync('examples/deploy/**/README.md', { cwd: ROOT });
    expect(readmes).toHaveLength(7);
    for (const readme of readmes) {
      for (const [, link = ''] of read(readme).matchAll(/\]\(([^)#]+)\)/g)) {
        expect(existsSync(join(ROOT, dirname(readme), link)), `${readme}: ${link}`).toBe(true);
      }
    }
  });
});
