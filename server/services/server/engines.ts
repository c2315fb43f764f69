import type { EngineOnOffer } from '@footnote/sdk/contract';
import type { Log } from '../../platform/log.ts';
import { requireConfirmation } from '../access/confirmation.ts';
import type { UserCredential } from '../access/credentials.ts';
import { errors } from '../errors.ts';
import { toSentence } from './model-switcher.ts';

/** An engine as it is on the server's machine. */
export type OfferedEngine = Omit<EngineOnOffer, 'adding' | 'error'>;

/** Which build and which languages are added. Without languages: those that are there, else the usual ones. */
export interface EngineChoice {
  gpu: 'cuda' | 'vulkan' | null;
  languages?: string[] | undefined;
}

/** Adds and removes what runs models on this machine. */
export interface EngineInstaller {
  list(): Promise<OfferedEngine[]>;
  /** Does nothing if the very same is there. Throws an error whose message is a sentence, or the signal's reason; nothing has changed then. */
  add(name: string, choice: EngineChoice, onProgress: OnProgress, signal: AbortSignal): Promise<void>;
  /** Why it must stay, in a sentence; null if it may be removed. */
  neededBy(name: string): Promise<string | null>;
  /** Throws an error whose message is a sentence. */
  remove(name: string): Promise<void>;
}

type OnProgress = (done: number, total: number) => void;

interface EngineServiceDeps {
  installer: EngineInstaller;
  log: Log;
  now: () => number;
}

/** What is being added or removed. `done` and `total` are bytes. */
interface Task {
  name: string;
  done: number;
  total: number;
  controller: AbortController;
  settled: Promise<void>;
}

export type EngineService = ReturnType<typeof createEngineService>;

/** The engines of a server, for its operator. One is added or removed at a time. */
export function createEngineService({ installer, log, now }: EngineServiceDeps) {
  let running: Task | null = null;
  const failures = new Map<string, string>();

  async function find(name: string): Promise<OfferedEngine> {
    const found = (await installer.list()).find((engine) => engine.name === name);
    if (!found) throw errors.notFound();
    return found;
  }

  function run(name: string, act: (task: Task) => Promise<void>): Promise<void> {
    if (running) throw errors.engineBusy();
    const task: Task = { name, done: 0, total: 0, controller: new AbortController(), settled: Promise.resolve() };
    running = task;
    failures.delete(name);
    const work = act(task).finally(() => {
      running = null;
    });
    task.settled = work.catch(() => undefined);
    return work;
  }

  return {
    async list(): Promise<EngineOnOffer[]> {
      return (await installer.list()).map((engine) => ({
        ...engine,
        adding: running?.name === engine.name ? { done: running.done, total: running.total } : null,
        error: failures.get(engine.name) ?? null,
      }));
    },

    /** Begins to add an engine, or to replace the present one. `list` shows its progress. Throws 400 `engine_busy` and others. */
    async add(credential: UserCredential, name: string, choice: EngineChoice): Promise<void> {
      requireConfirmation(credential, now());
      requireOffered(await find(name), choice);
      // No one waits for it: its failure is in the list.
      void run(name, async (task) => {
        const { signal } = task.controller;
        const onProgress: OnProgress = (done, total) => Object.assign(task, { done, total });
        try {
          await installer.add(name, choice, onProgress, signal);
          log.info('engine_added', { engine: name });
        } catch (error) {
          if (signal.aborted) return;
          log.warn('engine_add_failed', { engine: name, error });
          failures.set(name, toSentence(error));
        }
      });
    },

    /** Stops adding it; nothing of it is kept. Does nothing if it is not being added. */
    async cancel(name: string): Promise<void> {
      await find(name);
      failures.delete(name);
      if (running?.name !== name) return;
      running.controller.abort();
      await running.settled;
    },

    /** Throws 400 `engine_in_use` while a model needs it. */
    async remove(credential: UserCredential, name: string): Promise<void> {
      requireConfirmation(credential, now());
      if ((await find(name)).installed === null) return;
      const needed = await installer.neededBy(name);
      if (needed !== null) throw errors.engineInUse(needed);
      await run(name, () => installer.remove(name)).catch((error: unknown) => {
        log.warn('engine_remove_failed', { engine: name, error });
        throw errors.engineUnavailable(toSentence(error));
      });
      log.info('engine_removed', { engine: name });
    },

    /** Stops what is being added. */
    async close(): Promise<void> {
      running?.controller.abort();
      await running?.settled;
    },
  };
}

/** Throws 400 unless this choice of the engine can be added from here. */
function requireOffered({ name, cannot_add, gpus, languages }: OfferedEngine, choice: EngineChoice): void {
  if (cannot_add !== null) throw errors.engineUnavailable(cannot_add);
  if (choice.gpu !== null && !gpus.some((build) => build.name === choice.gpu)) {
    throw errors.invalidRequest([{ field: 'gpu', message: `is not available: ${name} has no such build here` }]);
  }
  const unknown = choice.languages?.filter((each) => !languages?.offered.includes(each)) ?? [];
  if (unknown.length > 0) {
    const message = `must be of ${languages?.offered.join(', ') ?? 'an engine that has some'}`;
    throw errors.invalidRequest([{ field: 'languages', message }]);
  }
}
