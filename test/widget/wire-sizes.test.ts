import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { documentedSizes, ENCODINGS, expectDocumented, loadWidget } from './wire-sizes.ts';

describe("the widget's transfer size", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());

  it.each(ENCODINGS)('is as documented: %s', async (encoding) => {
    expectDocumented(await loadWidget(server.url, encoding), encoding);
  });

  it('is compared with others as gzip, the way they were measured', () => {
    const page = readFileSync(new URL('../../examples/docs/owner/widget-size.md', import.meta.url), 'utf8');
    const [tag = Number.NaN] = documentedSizes('gzip');
    expect(page).toContain(`| **Footnote** | **${(tag / 1000).toFixed(1)} kB** |`);
  });
});
