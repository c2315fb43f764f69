import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createTransformersReranker } from '../../../../server/engines/transformers/transformers-reranker.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { describeWithEngines, ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { hostileOnnx } from '../../../helpers/models/files/hostile.ts';
import { onnxReranker } from '../../../helpers/models/files/onnx.ts';
import { modelsFolder, rerankingEntry, writeModel } from '../../../helpers/models/folder.ts';
import { childrenOf } from '../../../helpers/processes/child-processes.ts';
import { until } from '../../../helpers/timing/until.ts';

const models = modelsFolder();
const opened: { close(): Promise<void> }[] = [];
const never = new AbortController().signal;
let log: string[] = [];
let number = 0;

afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.close()));
  log = [];
});

async function rerankerOn(contents: Record<string, Uint8Array | string>, memory = 8e9) {
  const name = `model-${++number}`;
  const local = { model: rerankingEntry(name, writeModel(models, name, contents)), directory: join(models, name) };
  const options = { log: createLog((line) => log.push(line)), enginesDir: ENGINES_DIR, threads: 1, limits: { memory } };
  const reranker = await createTransformersReranker(local, options);
  opened.push(reranker);
  return reranker.score('reset my password', ['your password', 'ship it'], never);
}

const describeModels = await describeWithEngines('transformers');

describeModels('a hostile ONNX file (needs the engine transformers)', () => {
  const unavailable = { status: 500, code: 'embedder_unavailable' };

  it('reads no file outside of its folder', async () => {
    mkdirSync(models, { recursive: true });
    writeFileSync(join(models, 'secret'), Buffer.alloc(16, 1));
    for (const location of ['../../secret', join(models, 'secret'), '/etc/passwd']) {
      const asked = rerankerOn(hostileOnnx['weights from a file outside of its folder'](location));
      await expect(asked).rejects.toMatchObject(unavailable);
      expect(log.join()).toMatch(/engine_failed.*model_quantized\.onnx cannot be loaded/);
      expect(log.join()).not.toMatch(/root:/);
      log = [];
    }
  });

  it('is refused if its weights are larger than the file', async () => {
    await expect(rerankerOn(hostileOnnx['weights larger than the file']())).rejects.toMatchObject(unavailable);
    expect(log.join()).toMatch(/engine_failed.*model_quantized\.onnx cannot be loaded/);
  });

  it.skipIf(process.platform !== 'linux')('is ended if it takes more memory than it may', async () => {
    await expect(rerankerOn(hostileOnnx['more memory than there may be'](), 500e6)).rejects.toMatchObject(unavailable);
    expect(log.join()).toMatch(/engine_failed.*took .+ of memory, and MODEL_MEMORY_MB allows 500 MB\./);
    await until(() => childrenOf(process.pid, 'transformers-reranker-child').length === 0, 'its process is gone');
    // Others are as before.
    expect(await rerankerOn(onnxReranker())).toHaveLength(2);
  });
});
