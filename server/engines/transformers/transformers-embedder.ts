import type { EmbeddingModel, LocalModel } from '../catalogue/model-types.ts';
import { identifyEngine } from '../engine-id.ts';
import { errors } from '../errors.ts';
import { childProgram } from '../host/child-program.ts';
import type { NativeOptions } from '../host/native-options.ts';
import { createEngineHost } from '../host/process-host.ts';
import type { Embedder } from '../types.ts';
import type { EmbedderProtocol, EmbedderSettings } from './transformers-embedder-child.ts';
import { transformersSettings } from './transformers-settings.ts';

/** Texts per message to the child. */
const BATCH = 64;

/**
 * Embeds with a local model in a child process. Texts longer than the model's context are truncated there, by tokens.
 * Throws an Error if the engine or the model's file is missing; other faults of the file surface when the first text
 * loads it.
 */
export async function createTransformersEmbedder(
  local: LocalModel<EmbeddingModel>,
  options: NativeOptions,
): Promise<Embedder> {
  const { model } = local;
  const settings: EmbedderSettings = {
    ...(await transformersSettings(local, options, 'EMBEDDER=transformers')),
    pooling: model.pooling,
  };
  const identity = identifyEngine('transformers', model.name, model.revision);
  const { id } = identity;
  const host = createEngineHost<EmbedderProtocol>({
    engine: id,
    program: childProgram('./transformers-embedder-child', import.meta.url),
    settings,
    failure: errors.embedderUnavailable,
    log: options.log,
    limits: options.limits ?? {},
  });

  return {
    ...identity,
    semantic: true,
    dimensions: model.dimensions,
    contextTokens: model.contextTokens,
    async embed(texts, kind, signal) {
      const prefix = kind === 'query' ? model.queryPrefix : model.passagePrefix;
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = texts.slice(at, at + BATCH).map((text) => prefix + text);
        const all = await host.ask('embed', { texts: batch, first: kind === 'query' }, signal);
        if (all.length !== batch.length * model.dimensions) {
          options.log.error('embedder_dimensions_changed', {
            engine: id,
            expected: model.dimensions,
            found: all.length / batch.length,
          });
          throw errors.embedderUnavailable();
        }
        for (let start = 0; start < all.length; start += model.dimensions) {
          vectors.push(all.slice(start, start + model.dimensions));
        }
      }
      return vectors;
    },
    ready: host.ready,
    close: host.close,
  };
}
