import { readEnv } from '../../server/config/env.ts';
import { MODEL_CATALOGUE } from '../../server/engines/catalogue/model-catalogue.ts';
import { chooseEmbedder, chooseGenerator, chooseReranker } from '../../server/engines/selection/create-engines.ts';
import type { Embedder, Generator, Reranker } from '../../server/engines/types.ts';
import { createLog } from '../../server/platform/log.ts';
import { fixtureModels } from './fixture-models.ts';
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

/** Names in place of what the environment says. */
export interface EngineNames {
  embedder?: string;
  answerer?: string;
  reranker?: string;
}

/** Those that run here without any model of the world. */
export const COMBINATIONS: EngineNames[] = [
  { embedder: 'builtin', answerer: 'extractive' },
  { embedder: 'builtin', answerer: 'scripted' },
  { embedder: 'fixture', answerer: 'extractive' },
  { embedder: 'fixture', answerer: 'scripted' },
  { embedder: 'builtin', answerer: 'extractive', reranker: 'fixture' },
  { embedder: 'builtin', answerer: 'scripted', reranker: 'fixture' },
];

/** As a row of the table is named. */
export const nameOf = (names: EngineNames): string =>
  [names.embedder, names.reranker && `${names.reranker} reranker`, names.answerer].filter(Boolean).join(' + ');

/**
 * The engines that the environment names, or these names instead; `fixture` is a model that is made here
 * (fixture-models.ts), and `scripted` as answerer a server in this process that says what `scripted-model.ts` makes it say.
 */
export async function openEngines(names: EngineNames): Promise<Engines> {
  const scripted = names.answerer === 'scripted' ? await startScriptedModel() : null;
  const [embeds, reranks] = [names.embedder === 'fixture', names.reranker === 'fixture'];
  const fixtures = embeds || reranks ? fixtureModels(embeds, reranks) : null;
  const env = readEnv({
    ...process.env,
    ...(names.embedder && { EMBEDDER: names.embedder }),
    ...(names.answerer && { ANSWERER: names.answerer }),
    ...(names.reranker && { RERANKER_MODEL: names.reranker }),
    ...scripted?.settings,
    ...fixtures?.settings,
  });
  const catalogue = fixtures?.catalogue ?? MODEL_CATALOGUE;
  const log = createLog(() => {}, 'error');
  const embedder = await chooseEmbedder(env, catalogue, log);
  const generator = await chooseGenerator(env, catalogue, log);
  const reranker = await chooseReranker(env, catalogue, log);
  return {
    embedder,
    reranker,
    generator: generator && timed(generator),
    async close() {
      await generator?.close();
      await reranker?.close();
      await embedder.close();
      await scripted?.close();
      fixtures?.remove();
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
