import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model } from '../../server/engines/catalogue/model-types.ts';
import { embeddingEntry, rerankingEntry, writeModel } from '../helpers/models/entries.ts';
import { onnxEmbedder, onnxReranker } from '../helpers/models/files/onnx.ts';

/** Models that are made here, in a folder of their own: small, and untrained. */
export interface FixtureModels {
  catalogue: Model[];
  settings: Record<string, string>;
  remove(): void;
}

/**
 * An encoder and a reranker through the same packages and child processes as downloaded ones. What they find is worth
 * nothing beside a real model's: they show that every engine runs whole sets, and what an order that no words make does to
 * citations and refusals.
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
      ...(embedder && { EMBEDDER: 'transformers', EMBEDDER_MODEL: 'fixture' }),
      ...(reranker && { RERANKER_MODEL: 'judge' }),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
