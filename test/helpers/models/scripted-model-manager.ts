import type { ServerEngine } from '@footnote/sdk/contract';
import type { UseOptions } from '../../../server/services/server/model-servers.ts';
import type { ModelManager, OfferedModel } from '../../../server/services/server/models.ts';

export interface ScriptedModelManager extends ModelManager {
  /** The offered models, which a test may change. */
  models: OfferedModel[];
  /** Replaces a download, which otherwise completes at once. */
  onPull: ((name: string, onProgress: (done: number) => void, signal: AbortSignal) => Promise<void>) | null;
  /** Runs before a model is taken into use. */
  onUse: ((name: string | null, options: UseOptions) => Promise<void>) | null;
}

const builtIn: ServerEngine = { engine: 'builtin', model: null, decided_by: 'automatic' };
const extractive: ServerEngine = { engine: 'extractive', model: null, decided_by: 'automatic' };

/** Offers one model for each purpose. None is downloaded, and the folder does not exist. */
export function createScriptedModelManager(): ScriptedModelManager {
  const offer = (name: string, purpose: OfferedModel['purpose']): OfferedModel => {
    return { name, purpose, licence: 'MIT', languages: 'English', size: 100, done: 0, own: null, pinned: null };
  };
  const running = { embedder: builtIn, answerer: extractive, reranker: null, verifier: null };
  const scripted: ScriptedModelManager = {
    models: [offer('words', 'embedding'), offer('script', 'generation'), offer('judge', 'reranking')],
    onPull: null,
    onUse: null,
    recommendation: null,
    folder: '/nowhere/models',
    decidedBy: { embedding: null, generation: null, reranking: 'RERANKER_MODEL', verifying: 'VERIFIER_MODEL' },
    offered: async () => scripted.models.map((model) => ({ ...model })),
    running: async () => ({ ...running }),
    examining: () => null,
    checks: async () => [],
    async pull(name, onProgress, signal) {
      await scripted.onPull?.(name, onProgress, signal);
      const model = scripted.models.find((each) => each.name === name);
      if (model) model.done = model.size;
    },
    async use(purpose, name, options) {
      await scripted.onUse?.(name, options);
      const choice = 'choice' as const;
      if (purpose === 'embedding')
        running.embedder = name === null ? builtIn : { engine: 'transformers', model: name, decided_by: choice };
      else running.answerer = name === null ? extractive : { engine: 'llama', model: name, decided_by: choice };
    },
  };
  return scripted;
}
