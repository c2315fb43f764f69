import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { conditions: ['footnote-source'] },
  ssr: {
    resolve: { conditions: ['footnote-source', 'node', 'import', 'default'] },
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/built.ts'],
    environment: 'node',
    // Two cores: more workers only take turns, and the tests that start real processes would time out waiting.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    execArgv: ['--conditions=footnote-source'],
  },
});
