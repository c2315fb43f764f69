import { chooseEmbedder, chooseGenerator, chooseReranker } from '../../server/choose-engines.ts';
import { CATALOGUE } from '../../server/engines/model-catalogue.ts';
import type { Embedder, Generator, Reranker } from '../../server/engines/types.ts';
import { readEnv } from '../../server/env.ts';
import { createLog } from '../../server/log.ts';
import { startScriptedModel } from './scripted-model.ts';

/** The engines that are evaluated. */
export interface Engines {
  embedder: Embedder;
  reranker: Reranker | null;
  generator: TimedGenerator | null;
  close(): Promise<void>;
}

/** A generator that says how long it was waited for. */
export interface TimedGenerator extends Generator {
  /** Milliseconds since the last call of this. */
  waited(): number;
}

/**
 * The engines that the environment names, or these names instead; `scripted` as answerer is a server in this process that
 * says what `scripted-model.ts` makes it say.
 */
export async function openEngines(names: { embedder?: string; answerer?: string }): Promise<Engines> {
  const scripted = names.answerer === 'scripted' ? await startScriptedModel() : null;
  const env = readEnv({
    ...process.env,
    ...(names.embedder && { EMBEDDER: names.embedder }),
    ...(names.answerer && { ANSWERER: names.answerer }),
    ...scripted?.settings,
  });
  const log = createLog(() => {}, 'error');
  const embedder = await chooseEmbedder(env, CATALOGUE, log);
  const generator = await chooseGenerator(env, CATALOGUE, log);
  const reranker = await chooseReranker(env, CATALOGUE, log);
  return {
    embedder,
    reranker,
    generator: generator && timed(generator),
    async close() {
      await generator?.close();
      await reranker?.close();
      await embedder.close();
      await scripted?.close();
    },
  };
}

function timed(generator: Generator): TimedGenerator {
  let waited = 0;
  return {
    ...generator,
    async *generate(messages, options) {
      const inner = generator.generate(messages, options);
      try {
        for (;;) {
          const from = performance.now();
          const next = await inner.next();
          waited += performance.now() - from;
          if (next.done) return;
          yield next.value;
        }
      } finally {
        await inner.return();
      }
    },
    waited() {
      const before = waited;
      waited = 0;
      return before;
    },
  };
}
