import { fileURLToPath } from 'node:url';
import { WEIGHTS } from '../../../.build/weights.ts';
import { readEnv } from '../../../server/config/env.ts';
import { findModel, MODEL_CATALOGUE } from '../../../server/engines/catalogue/model-catalogue.ts';
import {
  chooseEmbedder,
  chooseGenerator,
  chooseReader,
  chooseReranker,
} from '../../../server/engines/selection/create-engines.ts';
import type { Embedder, Generator, Reader, Reranker } from '../../../server/engines/types.ts';
import { createLog } from '../../../server/platform/log.ts';
import { cachedEmbedder } from './cached-embedder.ts';
import { cachedReader } from './cached-reader.ts';
import { fixtureModels } from './fixture-models.ts';
import { startScriptedModel } from './scripted-model.ts';

/** The engines that are evaluated. */
export interface Engines {
  embedder: Embedder;
  reranker: Reranker | null;
  reader: Reader | null;
  generator: TimedGenerator | null;
  close(): Promise<void>;
}

/** A generator that measures how long callers wait for it. */
export interface TimedGenerator extends Generator {
  /** The milliseconds of waiting since the last call of this method. */
  waited(): number;
}

/** Names that override the environment. */
export interface EngineNames {
  embedder?: string;
  answerer?: string;
  reranker?: string;
  reader?: string;
}

/** The combinations that need no downloaded model. */
export const COMBINATIONS: EngineNames[] = [
  { embedder: 'builtin', answerer: 'extractive' },
  { embedder: 'builtin', answerer: 'scripted' },
  { embedder: 'fixture', answerer: 'extractive' },
  { embedder: 'fixture', answerer: 'scripted' },
  { embedder: 'builtin', answerer: 'extractive', reranker: 'fixture' },
  { embedder: 'builtin', answerer: 'scripted', reranker: 'fixture' },
];

/** The name of the row in the table. */
export const nameOf = (names: EngineNames): string =>
  [names.embedder, names.reranker && `${names.reranker} reranker`, names.answerer].filter(Boolean).join(' + ');

/** The engines that `npm test` has added, unless the environment names others. */
export const ENGINES_DIR = fileURLToPath(new URL('../../../node_modules/.cache/footnote-engines', import.meta.url));

/** The settings for an embedder: of the catalogue, with the weights that `npm run weights` has laid out, or as EMBEDDER names it. */
function embedderSettings(name: string): Record<string, string> {
  return findModel(MODEL_CATALOGUE, name) === null
    ? { EMBEDDER: name }
    : { ENGINES_DIR, ...process.env, MODELS_DIR: WEIGHTS, EMBEDDER: 'transformers', EMBEDDER_MODEL: name };
}

/**
 * Opens the engines that `names` or else the environment give. `fixture` is a generated model (fixture-models.ts). The answerer
 * `scripted` is a server in this process (scripted-model.ts). What the reader and a model make of passages is kept on disk, unless it
 * is not to be remembered.
 */
export async function openEngines(names: EngineNames, { remembers } = { remembers: true }): Promise<Engines> {
  const scripted = names.answerer === 'scripted' ? await startScriptedModel() : null;
  const [embeds, reranks] = [names.embedder === 'fixture', names.reranker === 'fixture'];
  const fixtures = embeds || reranks ? fixtureModels(embeds, reranks) : null;
  const env = readEnv({
    ...process.env,
    ...(names.embedder && embedderSettings(names.embedder)),
    ...(names.answerer && { ANSWERER: names.answerer }),
    ...(names.reranker && { RERANKER_MODEL: names.reranker }),
    ...(names.reader && { READER: names.reader }),
    ...scripted?.settings,
    ...fixtures?.settings,
  });
  const catalogue = fixtures?.catalogue ?? MODEL_CATALOGUE;
  const log = createLog(() => {}, 'error');
  const embedder = await chooseEmbedder(env, catalogue, log);
  const generator = await chooseGenerator(env, catalogue, log, async () => null);
  const reranker = await chooseReranker(env, catalogue, log);
  const reader = await chooseReader(env, log);
  return {
    embedder: remembers && embedder.semantic ? cachedEmbedder(embedder) : embedder,
    reranker,
    reader: reader && remembers ? cachedReader(reader) : reader,
    generator: generator && timed(generator),
    async close() {
      await generator?.close();
      await reranker?.close();
      await reader?.close();
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
