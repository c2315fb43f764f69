import { expect, it } from 'vitest';
import { readEnv } from '../../../server/config/env.ts';
import { recommendEmbedder } from '../../../server/engines/catalogue/recommend-embedder.ts';
import { MACHINE } from '../../../server/engines/host/default-limits.ts';
import type { EngineManager } from '../../../server/runtime/engine-manager.ts';
import { createModelExaminer } from '../../../server/runtime/model-examiner.ts';
import { createModelManager } from '../../../server/runtime/model-manager.ts';
import { modelsFolder } from '../../helpers/models/folder.ts';
import { fixtureModel, startHub } from '../../helpers/models/model-hub.ts';
import { SILENT } from '../../helpers/stores/rows.ts';

it('downloads no model that this machine cannot hold, and says why', async () => {
  const fixture = fixtureModel('tiny');
  const hub = await startHub(fixture);
  const env = readEnv({ DATA_DIR: modelsFolder(), MODELS_URL: hub.url });
  const large = { ...fixture.model, name: 'large', files: fixture.model.files.map((file) => ({ ...file })) };
  for (const file of large.files) file.size *= 1e9;
  const manager = createModelManager({
    ...{ env, catalogue: [fixture.model, large], shared: false, log: SILENT },
    engineManager: {} as EngineManager,
    examiner: createModelExaminer(env),
  });
  const pull = (name: string) => manager.pull(name, () => undefined, new AbortController().signal);
  await expect(pull('large')).rejects.toThrow(
    /^200002\.0 GB of large are to be downloaded, and the disk of .+models has .+ free\. Free some space/,
  );
  expect(hub.requests).toEqual([]);
  await pull('tiny');
  expect((await manager.offered()).map(({ name, done }) => [name, done])).toEqual([
    ['tiny', 200_002],
    ['large', 0],
  ]);
  await hub.close();
});

it('recommends what finds passages best on this machine, with the reader or without', () => {
  for (const READER of ['builtin', 'off']) {
    const env = readEnv({ DATA_DIR: modelsFolder(), READER });
    const manager = createModelManager({
      ...{ env, catalogue: [], shared: false, log: SILENT },
      engineManager: {} as EngineManager,
      examiner: createModelExaminer(env),
    });
    expect(manager.recommendation).toEqual(recommendEmbedder(MACHINE, READER === 'builtin'));
  }
});
