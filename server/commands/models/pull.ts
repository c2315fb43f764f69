import { fitFacts } from '../../diagnosis/gather.ts';
import { checkModelFit } from '../../diagnosis/model-fit.ts';
import { createHub, isFolderUrl } from '../../engines/catalogue/create-hub.ts';
import { modelSize } from '../../engines/catalogue/model-catalogue.ts';
import { missingBytes, modelFolder } from '../../engines/catalogue/model-folder.ts';
import type { Model } from '../../engines/catalogue/model-types.ts';
import { pullModel } from '../../engines/catalogue/pull-model.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import { progressBar, progressInLines } from '../progress-line.ts';
import { type ModelsCommand, namesInUse, SETTINGS } from './models-command.ts';

/** `footnote models pull NAME [--force]`: says first whether this machine can hold the model, then downloads it. */
export async function pull(model: Model, force: boolean, command: ModelsCommand): Promise<void> {
  const { env, say, terminal, signal } = command;
  const folder = modelFolder(env.modelsDir, model);
  if (env.offline && !isFolderUrl(env.modelsUrl)) {
    throw new Error(
      `OFFLINE=1 forbids downloads. Copy ${folder} from a machine that has it, then run: ${commandLine(`models verify ${model.name}`)}`,
    );
  }
  const total = modelSize(model);
  say(`${model.name}: ${formatBytes(total)}, ${model.licence}, from ${env.modelsUrl}/${model.repository}`);
  if ((await missingBytes(env.modelsDir, model)) > 0) await assertFit(model, force, command);
  const hub = createHub(env.modelsUrl);
  const progress = terminal ? progressBar(terminal) : progressInLines(say);
  try {
    await pullModel(model, {
      modelsDir: env.modelsDir,
      hub,
      signal,
      ignoreSpace: force,
      onProgress: (done) => progress.show(done, total),
    });
  } finally {
    progress.stop();
    await hub.close();
  }
  say(`It is in ${folder}, and its checksum is right.`);
  if ((await namesInUse(command)).has(model.name)) say('The server uses it from its next start.');
  else {
    const setting = SETTINGS[model.purpose];
    say(`To use it: ${setting ? `${setting}=${model.name}` : commandLine(`models use ${model.name}`)}`);
  }
}

/** Throws if the model would surely fail here, unless that is wanted: it may be meant for another machine. */
async function assertFit(model: Model, force: boolean, { env, say }: ModelsCommand): Promise<void> {
  const findings = checkModelFit(model, await fitFacts(env, model));
  const problems = force ? [] : findings.filter(({ verdict }) => verdict === 'problem');
  if (problems.length === 0) {
    for (const { found, advice } of findings) say(`Note: ${found} ${advice}`);
    return;
  }
  const reasons = problems.map(({ found, advice }) => `  ${found} ${advice}`).join('\n');
  throw new Error(
    `${model.name} does not fit this machine.\n${reasons}\n  To download it all the same: ${commandLine(`models pull ${model.name} --force`)}`,
  );
}
