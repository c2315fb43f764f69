import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgressView, percentage } from '../../examples/demo/progress.ts';
import { startServer } from '../../examples/demo/server-process.ts';
import { type Site, startSite } from '../../examples/demo/site.ts';
import { freePort } from '../helpers/processes/free-port.ts';

describe('the progress of a source', () => {
  it('grows from stage to stage and ends at 100, well or not', () => {
    const at = (stage: 'queued' | 'parse' | 'index', done: number, total: number) =>
      percentage({ status: 'processing', progress: { stage, done, total }, chunks_count: 0 });
    const way = [at('queued', 0, 0), at('parse', 0, 10), at('parse', 5, 10), at('index', 1, 2), at('index', 2, 2)];
    expect(way).toEqual(way.toSorted((one, other) => one - other));
    expect(new Set(way).size).toBe(way.length);
    expect(percentage({ status: 'pending', chunks_count: 0 })).toBe(0);
    expect(percentage({ status: 'completed', chunks_count: 3 })).toBe(100);
    expect(percentage({ status: 'failed', chunks_count: 0 })).toBe(100);
  });

  it('is one line for each source where there is no terminal', () => {
    const written = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const view = createProgressView(['a.md', 'long-name.md'], false);
    view.show('a.md', { status: 'processing', progress: { stage: 'parse', done: 0, total: 1 }, chunks_count: 0 });
    // All is indexed, and not yet seen: this is no end.
    view.show('a.md', { status: 'processing', progress: { stage: 'index', done: 3, total: 3 }, chunks_count: 0 });
    view.show('a.md', { status: 'completed', chunks_count: 3 });
    view.show('a.md', { status: 'completed', chunks_count: 3 });
    const lines = written.mock.calls.map(([line]) => line);
    written.mockRestore();
    expect(lines).toEqual(['  a.md          completed, 3 passages']);
  });
});

describe('the example website', () => {
  let site: Site;
  beforeEach(async () => {
    site = await startSite(await freePort());
  });
  afterEach(() => site.stop());

  it('carries the widget of the project on its pages', async () => {
    site.show({ base: 'http://127.0.0.1:1234', project: 'proj_demo' });
    const page = await (await fetch(site.origin)).text();
    expect(page).toContain('src="http://127.0.0.1:1234/widget.js"');
    expect(page).toContain('data-project="proj_demo"');
    expect(page).not.toMatch(/%[A-Z]+%/);
  });

  it('has the guide, with the same chat and the reference of the API on the same server', async () => {
    site.show({ base: 'http://127.0.0.1:1234', project: 'proj_demo' });
    const response = await fetch(`${site.origin}/docs`);
    expect(response.url).toBe(`${site.origin}/docs/`);
    const page = await response.text();
    expect(page).toContain('src="http://127.0.0.1:1234/widget.js" data-project="proj_demo"');
    expect(page).toContain('href="http://127.0.0.1:1234/docs"');
  });

  it.each(['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '//etc/passwd', '//', '/missing'])(
    'has nothing at %s',
    async (path) => {
      const { port } = new URL(site.origin);
      // Not fetch: it would tidy the path up before sending it.
      const status = await new Promise((resolve, reject) => {
        request({ port, path }, (response) => resolve(response.resume().statusCode))
          .once('error', reject)
          .end();
      });
      expect(status).toBe(404);
    },
  );
});

describe('a server that cannot start', () => {
  let dataDirectory: string;
  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'footnote-start-'));
  });
  afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

  it('is reported with its last lines', async () => {
    const port = await freePort();
    const starting = startServer({ dataDirectory, port, environment: { JWT_SECRET: 'too short' } });
    await expect(starting).rejects.toThrow(/did not start[\s\S]*JWT_SECRET/);
  });
});
