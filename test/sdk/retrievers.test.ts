import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOwnerWithProject, type OwnerFixture, publish } from '../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../helpers/server/test-app.ts';
import { toolPackagesOrNull } from '../helpers/tools.ts';
import { installSdk, type PackedPackage, TSC } from './packed.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const EXAMPLES = fileURLToPath(new URL('../../examples/retrievers/', import.meta.url));
const FACT = 'Ferries leave every hour, and bicycles travel free of charge.';
const packages = await toolPackagesOrNull('LangChain and LlamaIndex');

/** Programs with the packed SDK and the real packages, in an application of their own. */
describe.skipIf(packages === null)(
  'the retrievers (for which LangChain and LlamaIndex are installed at the first use)',
  () => {
    let packed: PackedPackage;
    let app: TestApp;
    let owner: OwnerFixture;

    beforeAll(async () => {
      packed = installSdk();
      const modules = join(packed.application, 'node_modules');
      for (const scope of ['@langchain', '@llamaindex']) symlinkSync(join(packages ?? '', scope), join(modules, scope));
      mkdirSync(join(modules, '@types'));
      symlinkSync(
        fileURLToPath(new URL('../../node_modules/@types/node', import.meta.url)),
        join(modules, '@types/node'),
      );
      cpSync(EXAMPLES, packed.application, { recursive: true });
      app = await startApp();
      owner = await createOwnerWithProject(app, 'owner');
      const { id: projectId, sourceId } = owner.project;
      await publish(app.store, { projectId, id: sourceId }, FACT, 'ferri leav hour bicycl travel free charg');
    });
    afterAll(async () => {
      packed.remove();
      await app.close();
    });

    const run = async (...parameters: string[]) => {
      const env = {
        ...process.env,
        ...{
          FOOTNOTE_BASE_URL: `${app.url}/v1`,
          FOOTNOTE_API_KEY: owner.project.key,
          FOOTNOTE_PROJECT: owner.project.id,
        },
      };
      const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: packed.application, env });
      return stdout;
    };

    it.each(['langchain.ts', 'llamaindex.ts'])(
      'find a passage with its title, address and score: %s',
      async (example) => {
        const found = await run(example, 'May bicycles travel?');
        expect(found).toMatch(/^\d+\.\d\d The <b>guide<\/b>: Ferries leave every hour.*\n {2}http:\S+\n$/);
        expect(await run(example, 'zeppelin')).toBe('');
      },
    );

    it('work in a chain of LangChain, with its callbacks, a filter and a limit', async () => {
      packed.write(
        'chain.js',
        `import { Footnote } from '@footnote/sdk';
      import { FootnoteRetriever } from '@footnote/sdk/langchain';
      import { RunnableLambda } from '@langchain/core/runnables';
      const seen = [];
      const retriever = new FootnoteRetriever({
        client: new Footnote(), projectId: process.env.FOOTNOTE_PROJECT, limit: 1,
        callbacks: [{ handleRetrieverEnd: (documents) => seen.push(documents.length) }],
      });
      const none = new FootnoteRetriever({ client: new Footnote(), projectId: process.env.FOOTNOTE_PROJECT, filter: { language: 'xx' } });
      const chain = retriever.pipe(new RunnableLambda({ func: ([{ id, pageContent, metadata }]) => ({ id, pageContent, metadata }) }));
      const found = await chain.invoke('bicycles ' + 'and '.repeat(1000));
      console.log(JSON.stringify({ seen, found, none: await none.invoke('bicycles') }));`,
      );
      expect(JSON.parse(await run('chain.js'))).toEqual({
        seen: [1],
        found: {
          id: expect.stringMatching(/^\d+$/),
          pageContent: FACT,
          metadata: {
            title: 'The <b>guide</b>',
            source_name: 'owner.md',
            heading: 'Guide › Part <1>',
            page: 7,
            source_id: owner.project.sourceId,
            url: expect.stringMatching(/^http/),
            score: expect.any(Number),
            indexed_at: expect.stringMatching(/Z$/),
          },
        },
        none: [],
      });
    });

    it('pass the errors of the client on', async () => {
      packed.write(
        'wrong.js',
        `import { Footnote, NotFoundError } from '@footnote/sdk';
      import { FootnoteRetriever as LangChain } from '@footnote/sdk/langchain';
      import { FootnoteRetriever as LlamaIndex } from '@footnote/sdk/llamaindex';
      const options = { client: new Footnote(), projectId: 'proj_none' };
      for (const search of [() => new LangChain(options).invoke('a'), () => new LlamaIndex(options).retrieve('a')])
        console.log(NotFoundError.isInstance(await search().catch((error) => error)));`,
      );
      expect(await run('wrong.js')).toBe('true\ntrue\n');
    });

    it('have the types that LangChain and LlamaIndex expect', () => {
      packed.write(
        'types.ts',
        `import { Footnote } from '@footnote/sdk';
      import { FootnoteRetriever as LangChain } from '@footnote/sdk/langchain';
      import { FootnoteRetriever as LlamaIndex } from '@footnote/sdk/llamaindex';
      import type { BaseRetrieverInterface } from '@langchain/core/retrievers';
      import type { BaseRetriever } from '@llamaindex/core/retriever';
      const options = { client: new Footnote(), projectId: 'proj_1' };
      export const one: BaseRetrieverInterface = new LangChain({ ...options, tags: ['docs'] });
      export const two: BaseRetriever = new LlamaIndex(options);
      export const [document] = await new LangChain(options).invoke('a');
      document?.metadata.heading satisfies string | undefined;
      // @ts-expect-error a limit is a number
      new LangChain({ ...options, limit: 'one' });`,
      );
      const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--types', 'node', '--noEmit'];
      packed.run(
        TSC,
        ...strict,
        '--module',
        'nodenext',
        '--target',
        'es2024',
        'types.ts',
        'langchain.ts',
        'llamaindex.ts',
      );
    });
  },
);
