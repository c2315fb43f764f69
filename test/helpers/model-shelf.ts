import type { ServerEngine } from '@footnote/sdk/contract';
import type { ModelManager, OfferedModel } from '../../server/services/models.ts';

export interface ScriptedShelf extends ModelManager {
  /** What is offered, to be changed by a test. */
  shelf: OfferedModel[];
  /** What a download does in place of arriving at once. */
  onPull: ((name: string, onProgress: (done: number) => void, signal: AbortSignal) => Promise<void>) | null;
  /** What taking a model into use does first. */
  onUse: ((name: string | null) => Promise<void>) | null;
}

const builtIn: ServerEngine = { engine: 'builtin', model: null, decided_by: 'automatic' };
const extractive: ServerEngine = { engine: 'extractive', model: null, decided_by: 'automatic' };

/** One model of each purpose, none of them there, in a folder that does not exist. */
export function scriptedShelf(): ScriptedShelf {
  const offer = (name: string, purpose: OfferedModel['purpose']): OfferedModel => {
    return { name, purpose, licence: 'MIT', languages: 'English', size: 100, done: 0 };
  };
  const running = { embedder: builtIn, answerer: extractive, reranker: null };
  const scripted: ScriptedShelf = {
    shelf: [offer('words', 'embedding'), offer('script', 'generation'), offer('judge', 'reranking')],
    onPull: null,
    onUse: null,
    folder: '/nowhere/models',
    decidedBy: { embedding: null, generation: null, reranking: 'RERANKER_MODEL' },
    offered: async () => scripted.shelf.map((model) => ({ ...model })),
    running: async () => ({ ...running }),
    async pull(name, onProgress, signal) {
      await scripted.onPull?.(name, onProgress, signal);
      const model = scripted.shelf.find((each) => each.name === name);
      if (model) model.done = model.size;
    },
    async use(purpose, name) {
      await scripted.onUse?.(name);
      const choice = 'choice' as const;
      if (purpose === 'embedding')
        running.embedder = name === null ? builtIn : { engine: 'transformers', model: name, decided_by: choice };
      else running.answerer = name === null ? extractive : { engine: 'llama', model: name, decided_by: choice };
    },
  };
  return scripted;
}
