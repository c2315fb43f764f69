import type { BroughtModels, ServerModel } from '@footnote/sdk/contract';
import type { Log } from '../../platform/log.ts';
import { requireConfirmation } from '../access/confirmation.ts';
import type { UserCredential } from '../access/credentials.ts';
import { errors } from '../errors.ts';
import { toSentence } from './model-switcher.ts';

/** A file or folder that becomes a model, and what its owner says of it. */
export interface AddedModel {
  file: string;
  name: string;
  purpose: ServerModel['purpose'];
  licence: string;
  pooling: 'mean' | 'cls' | 'last' | null;
  queryPrefix: string | null;
  passagePrefix: string | null;
}

/** The files of models on this machine. */
export interface ModelFiles {
  /** Where the operator puts what is to be added. */
  folder: string;
  found(): Promise<BroughtModels['files']>;
  /** Copies and checks a model, and offers it. Throws an error whose message is a sentence, or the signal's reason; nothing of it is kept then. */
  add(model: AddedModel, onProgress: OnProgress, signal: AbortSignal): Promise<void>;
  /** Why it must stay, in a sentence; null if it may be removed. */
  neededBy(name: string): Promise<string | null>;
  remove(name: string): Promise<void>;
}

type OnProgress = (done: number, total: number) => void;

interface ModelFileServiceDeps {
  files: ModelFiles;
  log: Log;
  now: () => number;
}

interface Addition {
  name: string;
  done: number;
  total: number;
  controller: AbortController;
  settled: Promise<void>;
}

export type ModelFileService = ReturnType<typeof createModelFileService>;

/** Models of the operator's own, one added at a time, and the removal of models. */
export function createModelFileService({ files, log, now }: ModelFileServiceDeps) {
  let running: Addition | null = null;
  let failed: BroughtModels['failed'] = null;

  async function run(addition: Addition, model: AddedModel): Promise<void> {
    const { name } = model;
    const { signal } = addition.controller;
    try {
      await files.add(model, (done, total) => Object.assign(addition, { done, total }), signal);
      log.info('model_added', { model: name });
    } catch (error) {
      if (signal.aborted) return;
      log.warn('model_add_failed', { model: name, error });
      failed = { name, file: model.file, reason: toSentence(error) };
    } finally {
      running = null;
    }
  }

  async function stop(): Promise<void> {
    running?.controller.abort();
    await running?.settled;
  }

  return {
    async report(): Promise<BroughtModels> {
      const adding = running && { name: running.name, done: running.done, total: running.total };
      return { folder: files.folder, files: await files.found(), adding, failed };
    },

    /** Begins to add a model. `report` shows its progress, and why it failed. Throws 400 `model_busy` while another one is added. */
    async add(credential: UserCredential, model: AddedModel): Promise<void> {
      requireConfirmation(credential, now());
      if (!(await files.found()).some(({ file }) => file === model.file)) {
        throw errors.invalidRequest([{ field: 'file', message: `must be a GGUF file or a folder in ${files.folder}` }]);
      }
      if (running) throw errors.modelBusy();
      failed = null;
      const addition: Addition = {
        name: model.name,
        done: 0,
        total: 0,
        controller: new AbortController(),
        settled: Promise.resolve(),
      };
      running = addition;
      addition.settled = run(addition, model);
    },

    /** Stops adding it; nothing of it is kept. Also forgets why it failed. Does nothing if it is not being added. */
    async cancel(name: string): Promise<void> {
      if (failed?.name === name) failed = null;
      if (running?.name === name) await stop();
    },

    /** Throws 400 `model_in_use` while it is in use. */
    async remove(credential: UserCredential, name: string): Promise<void> {
      requireConfirmation(credential, now());
      const needed = await files.neededBy(name);
      if (needed !== null) throw errors.modelInUse(needed);
      await files.remove(name);
      log.info('model_removed', { model: name });
    },

    close: stop,
  };
}
