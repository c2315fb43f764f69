import type { ModelCheck } from '@footnote/sdk/contract';
import { PROBES } from '../../answering/probing/built-in-probes.ts';
import { verifyModel } from '../../engines/catalogue/model-folder.ts';
import type { GenerationModel } from '../../engines/catalogue/model-types.ts';
import { localGenerator } from '../../engines/selection/create-engines.ts';
import { examineModel } from '../../evaluation/examine-model.ts';
import { examinedFile } from '../../evaluation/examined-model.ts';
import { findCheck } from '../../evaluation/kept-checks.ts';
import { createLog } from '../../platform/log.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import type { ModelsCommand } from './models-command.ts';

/** `footnote models examine NAME`: asks the model questions with known answers, and keeps and prints what it showed. */
export async function examine(model: GenerationModel, command: ModelsCommand): Promise<ModelCheck> {
  const { env, say, signal } = command;
  const generator = await localGenerator(
    env,
    model,
    createLog(() => undefined),
  );
  if (generator === null) throw new Error(`there is nothing that runs ${model.name}.`);
  try {
    say(
      `${model.name} is loaded and asked ${PROBES.length} questions with known answers. A large model takes minutes.`,
    );
    const onProgress = (done: number) => {
      const next = PROBES[done];
      if (next) say(`  ${done + 1} of ${PROBES.length}: ${next.question}`);
    };
    const check = await examineModel(examinedFile(model), generator, { dataDir: env.dataDir, onProgress, signal });
    print(check, say);
    return check;
  } finally {
    await generator.close();
  }
}

/** Throws unless the model is intact and was found fit, now or earlier. `anyway`: it only has to be intact. */
export async function assertFit(model: GenerationModel, anyway: boolean, command: ModelsCommand): Promise<void> {
  const { env, say } = command;
  await verifyModel(env.modelsDir, model);
  if (anyway) return;
  const kept = await findCheck(env.dataDir, examinedFile(model));
  if (kept !== null) print(kept, say);
  const { unfit } = kept ?? (await examine(model, command));
  if (unfit) {
    const use = commandLine(`models use ${model.name} --anyway`);
    throw new Error(
      `${model.name} is not chosen, because answering by quotation is better. To use it all the same: ${use}`,
    );
  }
}

function print({ examined_at, findings, summary }: ModelCheck, say: ModelsCommand['say']): void {
  say(`What it showed on ${examined_at.slice(0, 10)}:`);
  for (const { ok, sentence } of findings) say(`  ${ok ? 'ok      ' : 'WARNING '} ${sentence}`);
  say(summary);
}
