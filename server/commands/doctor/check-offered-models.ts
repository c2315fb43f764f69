import type { Env } from '../../config/env.ts';
import { type Finding, findings } from '../../diagnosis/finding.ts';
import { fitFacts } from '../../diagnosis/gather.ts';
import { checkModelFit } from '../../diagnosis/model-fit.ts';
import { isDownloaded } from '../../engines/catalogue/model-folder.ts';
import type { Model } from '../../engines/catalogue/model-types.ts';
import { commandLine } from '../../platform/program/command-line.ts';

/** Says before a download which of the models on offer this machine cannot hold. No one needs one, so it is never a fault. */
export async function checkOfferedModels(env: Env, catalogue: Model[]): Promise<Finding[]> {
  const { ok } = findings('downloads');
  const reasons: Finding[] = [];
  const [unfit, tight]: [string[], string[]] = [[], []];
  let missing = 0;
  for (const model of catalogue) {
    if (await isDownloaded(env.modelsDir, model)) continue;
    missing += 1;
    // An engine that is missing is added by a command, whatever the machine is.
    const found = checkModelFit(model, { ...(await fitFacts(env, model)), installed: true });
    const problem = found.find(({ verdict }) => verdict === 'problem');
    if (problem) unfit.push(model.name);
    else if (found.length > 0) tight.push(model.name);
    reasons.push(...(problem ? [problem] : found.slice(0, 1)));
  }
  if (missing === 0) return [];
  const [reason] = reasons;
  if (reason === undefined) return [ok('This machine can hold every model on offer.')];
  const said = [
    ...(unfit.length > 0 ? [`This machine cannot hold ${unfit.join(', ')}.`] : []),
    ...(tight.length > 0 ? [`It may be too small or too slow for ${tight.join(', ')}.`] : []),
    `${reasons.length > 1 ? 'The first reason: ' : ''}${reason.found}`,
  ];
  return [{ ...ok(said.join(' ')), advice: `All of them, with their sizes: ${commandLine('models list')}` }];
}
