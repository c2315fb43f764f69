import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '../../../server/config/env.ts';
import type { Model } from '../../../server/engines/catalogue/model-types.ts';
import { embeddingEntry, rerankingEntry, writeModel } from '../../helpers/models/entries.ts';
import { onnxEmbedder, onnxReranker } from '../../helpers/models/files/onnx.ts';

/** Small, untrained models that are generated in a separate folder. */
export interface FixtureModels {
  catalogue: Model[];
  settings: Record<string, string>;
  remove(): void;
}

/**
 * Generates an encoder and a reranker that run through the same packages and child processes as downloaded ones. Their results
 * are poor. They show that every engine can run whole sets, and how a bad ranking affects citations and refusals.
 */
export function fixtureModels(embedder: boolean, reranker: boolean): FixtureModels {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-eval-models-'));
  return {
    catalogue: [
      embeddingEntry('fixture', writeModel(folder, 'fixture', onnxEmbedder()), { contextTokens: 512 }),
      rerankingEntry('judge', writeModel(folder, 'judge', onnxReranker()), { contextTokens: 512 }),
    ],
    settings: {
      MODELS_DIR: folder,
      ENGINES_DIR: readEnv().enginesDir,
      ...(embedder && { EMBEDDER: 'transformers', EMBEDDER_MODEL: 'fixture' }),
      ...(reranker && { RERANKER_MODEL: 'judge' }),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
