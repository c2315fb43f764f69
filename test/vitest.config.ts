import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LIMIT_MS } from './helpers/timing/until.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// Node strips the types of a file anew in every thread and process, which was half of the time of the tests of the store.
// Its compile cache keeps what it made of each, for all that are started from here.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/footnote-tests');

// Only tests that are about the reader start it.
process.env.READER ??= 'off';

// That of the processes that read documents (start-parser-process.ts), which would otherwise wait for all that run beside them.
setPriority(12);

/**
 * Modules that give their own address to a process or thread, which loads another module from beside it, or this one; and that of
 * the language detector, whose n-grams the build has in a form that loads fast.
 */
const USES_THE_BUILD = /extname\(import\.meta\.url\)|childProgram\(|module: import\.meta\.url|'\.\/eld\//;

/**
 * Has the processes and threads that tests start from sources load what was built from the same sources before all tests. The
 * start of a process that reads documents takes half the time then: Node strips types anew in each.
 */
const builtChildren: Plugin = {
  name: 'built-children',
  enforce: 'pre',
  transform(code, id) {
    const [, path] = new RegExp(`^${join(root, 'server')}/(?!dist/|console/)(.+)\\.ts$`).exec(id) ?? [];
    if (path === undefined || !USES_THE_BUILD.test(code)) return null;
    const built = pathToFileURL(join(root, 'server/dist', `${path}.js`)).href;
    // Only the name changes, so that the source map stays true of every line.
    return { code: code.replaceAll('import.meta.url', JSON.stringify(built)), map: null };
  },
};

/**
 * Has the store of a test work in the thread of the test: most tests open one, and for most it does not matter where it works.
 * Programs that tests start have their threads.
 */
const storesInSameThread: Plugin = {
  name: 'stores-in-same-thread',
  enforce: 'pre',
  transform(code, id) {
    if (id !== join(root, 'server/store/sqlite/worker/worker-thread.ts')) return null;
    return { code: code.replace('node:worker_threads', join(root, 'test/helpers/stores/same-thread.ts')), map: null };
  },
};

/** Tests that replace modules, or need a process of their own. All others share their modules, which saves a third of their time. */
const ISOLATED = [
  'test/server/app.test.ts',
  'test/server/answering/repeated-questions.test.ts',
  'test/server/commands/backup-failures.test.ts',
  'test/server/language/lexicon/lexicon.test.ts',
  'test/sdk/core/errors.test.ts',
  // Counts the timers of its process.
  'test/server/http/sse.test.ts',
  // Counts the threads of its process.
  'test/server/store/sqlite/worker/worker-thread.test.ts',
];

/** Tests of what an operator meets: installing, starting and stopping, commands, backups, accounts, models, several servers. */
const OPERATION = [
  'test/console/{audit-log,backups,model-server,models,provider,second-factor,session}.test.ts',
  'test/deploy/**/*.test.ts',
  'test/e2e/{bombs,full-disk*,kill,local-models,model-server,models-at-once,postgres-server,pulled-models}.test.ts',
  'test/e2e/{re-embedding,real-weights,replicas*,restart}.test.ts',
  'test/examples/{docs-sync,guide-commands}.test.ts',
  'test/server/commands/**/*.test.ts',
  'test/server/engines/{catalogue,llama,own-models,selection,transformers}/**/*.test.ts',
  'test/server/main.test.ts',
];

/** All others that start browsers, servers or programs. */
const PROCESSES = [
  'test/{console,demo,e2e,examples,widget}/**/*.test.ts',
  'test/inputs/{inputs,fidelity/second-opinion/*}.test.ts',
  'test/sdk/{backend,examples,package,python,readme,retrievers,whole-api}.test.ts',
];

/**
 * Has the long files run first, so that none is left when all others are done. Where no earlier run tells how long each takes, as
 * in CI, Vitest goes by the size of a file, and a table of pages to open is a small one.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ project }: TestSpecification) =>
      ['isolated', 'operation', 'processes', 'shared'].indexOf(project.name);
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

/** A project whose files share the modules of their process. */
const together = (name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration => ({
  extends: true,
  plugins: [storesInSameThread],
  test: { name, include, exclude: [...ISOLATED, ...exclude], isolate: false },
});

export default defineConfig({
  root,
  plugins: [builtChildren],
  resolve: { conditions: ['footnote-source'] },
  ssr: {
    // Not "import", which is meant by itself: Node would be told to take it for what a package requires as well.
    resolve: { conditions: ['footnote-source', 'node', 'default'] },
  },
  test: {
    // `npm test` runs the first and the last, `npm run test:all` and CI (.ci/run) all.
    projects: [
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
      together('operation', OPERATION),
      together('processes', PROCESSES, OPERATION),
      together('shared', ['test/**/*.test.ts'], [...OPERATION, ...PROCESSES]),
    ],
    globalSetup: [
      'test/helpers/global-setup/temporary-folder.ts',
      'test/helpers/global-setup/build-missing.ts',
      'test/helpers/global-setup/shared-postgres.ts',
      'test/helpers/global-setup/shared-engines.ts',
    ],
    setupFiles: ['test/helpers/after-file-setup.ts'],
    environment: 'node',
    sequence: { sequencer: LongFirst },
    // On two cores: tests that start real processes and browsers wait for some of their time. With more, they only hinder each other.
    maxWorkers: 4,
    // Only for what hangs: what runs for two seconds alone has taken a minute on a machine with much other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: LIMIT_MS } },
    execArgv: [
      '--conditions=footnote-source',
      // Collecting young garbage in small portions was a tenth of the time.
      '--max-semi-space-size=64',
      // Compiling WebAssembly a second time, better, costs more than it saves: PGlite's tests take a tenth less without. Where
      // Node strips types with it in a thread, V8 also frees the wrappers of its imports when they tier up, and with many
      // threads ends the process on a failed check (`jit_page.has_value()`, Node 24.21).
      '--no-wasm-tier-up',
      '--no-wasm-dynamic-tiering',
      '--wasm-wrapper-tiering-budget=1000000000',
    ],
  },
});
