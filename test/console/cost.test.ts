import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { withConsole } from './console-page.ts';

describe.skipIf(!browserIsThere)('what the console costs (needs chromium)', () => {
  const world = withConsole();

  it('is little: bytes and requests', async () => {
    const { page, context, settled } = await world.open('/projects');
    await page.getByRole('link', { name: world.project.name }).waitFor();
    await settled();
    const { bytes, files } = await page.evaluate(() => {
      const entries = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      const own = entries.filter(({ name }) => !name.includes('/v1/'));
      return { bytes: own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0), files: own.length };
    });
    expect(bytes).toBeLessThan(50_000);
    // What several views share is a file of its own; all of them come over one connection.
    expect(files).toBeLessThanOrEqual(16);
    await context.close();
  });
});
