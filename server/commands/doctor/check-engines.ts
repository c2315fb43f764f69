import type { Env } from '../../config/env.ts';
import { type Finding, findings } from '../../diagnosis/finding.ts';
import { runtimesInUse } from '../../diagnosis/gather.ts';
import type { Model } from '../../engines/catalogue/model-types.ts';
import { addCommand, engineState, findEngineFault, replaceCommand } from '../../engines/packages/engine-folder.ts';
import { ENGINE_PACKAGES, ENGINES_FOR, type EngineName } from '../../engines/packages/engine-packages.ts';

/** Compares the engines on this machine with what is pinned, and looks for the ones that the models in use need. */
export async function checkEngines(env: Env, catalogue: Model[]): Promise<Finding[]> {
  const { ok, warning, problem } = findings('engines');
  const found: Finding[] = [];
  const good: EngineName[] = [];
  for (const engine of ENGINE_PACKAGES) {
    const state = engineState(env.enginesDir, engine);
    if (state === 'outdated') {
      const what = `The engine ${engine.name} is here in another version than this Footnote runs.`;
      found.push(warning(what, `Replace it: ${replaceCommand(env.enginesDir, engine)}`));
    }
    if (state !== 'present') continue;
    const fault = await findEngineFault(env.enginesDir, engine);
    if (fault === null) good.push(engine.name);
    else found.push(problem(fault, `Replace it: ${replaceCommand(env.enginesDir, engine)}`));
  }
  for (const [runtime, model] of await runtimesInUse(env, catalogue)) {
    const names = ENGINES_FOR[runtime];
    if (names.some((name) => good.includes(name))) continue;
    found.push(problem(`${model} needs the engine ${names[0]}, which is not here.`, `Add it: ${addCommand(names[0])}`));
  }
  if (found.length > 0) return found;
  if (good.length === 0) return [ok('None is installed, and none is needed.')];
  return [ok(`Present and intact: ${good.join(', ')}.`)];
}
