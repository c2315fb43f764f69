import { memoryNeeded } from '../catalogue/model-needs.ts';
import type { EmbeddingModel, LocalModel } from '../catalogue/model-types.ts';
import { identifyEngine } from '../engine-id.ts';
import { errors } from '../errors.ts';
import { childProgram } from '../host/child-program.ts';
import { ENGINE_MEMORY } from '../host/default-limits.ts';
import type { NativeOptions } from '../host/native-options.ts';
import { createEngineHost, type HostPriority } from '../host/process-host.ts';
import type { Embedder } from '../types.ts';
import type { EmbedderProtocol, EmbedderSettings } from './transformers-embedder-child.ts';
import { transformersSettings } from './transformers-settings.ts';

/** Texts per message to the child. */
const BATCH = 64;
/** Of the memory that models may take: what is embedded for the index gets a process of its own if the model needs no more. */
const SHARE_FOR_TWO = 1 / 4;

/**
 * Embeds with a local model in child processes: one for questions, and one with a lower priority for the passages of the
 * index, so that a question does not wait until the model has read a passage. A model that needs much memory has one for
 * both. Texts longer than the model's context are truncated there, by tokens.
 *
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
  const limits = options.limits ?? {};
  const startHost = (priority: HostPriority) =>
    createEngineHost<EmbedderProtocol>({
      engine: id,
      program: childProgram('./transformers-embedder-child', import.meta.url),
      settings,
      failure: errors.embedderUnavailable,
      log: options.log,
      limits,
      priority,
    });
  const forQuestions = startHost('normal');
  const fitsTwice = memoryNeeded(model) <= SHARE_FOR_TWO * (limits.memory ?? ENGINE_MEMORY);
  const forIndex = fitsTwice ? startHost('low') : forQuestions;
  const hosts = [...new Set([forQuestions, forIndex])];

  return {
    ...identity,
    semantic: true,
    dimensions: model.dimensions,
    contextTokens: model.contextTokens,
    async embed(texts, kind, signal) {
      const prefix = kind === 'query' ? model.queryPrefix : model.passagePrefix;
      const isWaitedFor = kind !== 'passage';
      const host = isWaitedFor ? forQuestions : forIndex;
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = texts.slice(at, at + BATCH).map((text) => prefix + text);
        const all = await host.ask('embed', { texts: batch, first: isWaitedFor }, signal);
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
    async ready() {
      const ready = await Promise.all(hosts.map((host) => host.ready()));
      return ready.every(Boolean);
    },
    async close() {
      await Promise.all(hosts.map((host) => host.close()));
    },
  };
}
