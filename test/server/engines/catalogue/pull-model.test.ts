import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHub } from '../../../../server/engines/catalogue/create-hub.ts';
import { verifyModel } from '../../../../server/engines/catalogue/model-folder.ts';
import { type PullOptions, pullModel } from '../../../../server/engines/catalogue/pull-model.ts';
import { modelsFolder } from '../../../helpers/models/folder.ts';
import {
  type FixtureModel,
  fixtureModel,
  type ScriptedHub,
  serve,
  startHub,
} from '../../../helpers/models/model-hub.ts';

const WEIGHTS = 'onnx/model_quantized.onnx';
const root = modelsFolder();
let fixture: FixtureModel;
let hub: ScriptedHub;
let models: string;
let waited: number[];
let number = 0;

beforeEach(async () => {
  models = join(root, `models-${++number}`);
  fixture = fixtureModel('tiny');
  hub = await startHub(fixture);
  waited = [];
});
afterEach(() => hub.close());

function pull(url: string, options: Partial<PullOptions> = {}): Promise<void> {
  return pullModel(fixture.model, {
    modelsDir: models,
    hub: createHub(url),
    onProgress: () => undefined,
    signal: new AbortController().signal,
    wait: async (milliseconds) => waited.push(milliseconds),
    ...options,
  });
}
const here = (path: string) => join(models, 'tiny', path);

/** The fixture's files in a folder that is laid out in this way. */
async function mirrorAs(layout: (path: string) => string): Promise<string> {
  const folder = join(root, `mirror-${number}`);
  for (const [path, bytes] of fixture.contents) {
    await mkdir(join(folder, layout(path), '..'), { recursive: true });
    await writeFile(join(folder, layout(path)), bytes);
  }
  return folder;
}

describe('a download from a folder', () => {
  it.each<[string, (model: FixtureModel['model'], path: string) => string]>([
    ['the site', ({ repository, revision }, path) => join(repository, 'resolve', revision, path)],
    ['a models folder', ({ name }, path) => join(name, path)],
  ])('takes the files from a folder that is laid out as %s', async (_, layout) => {
    const folder = await mirrorAs((path) => layout(fixture.model, path));
    await pull(pathToFileURL(folder).href);
    expect(await readFile(here(WEIGHTS))).toEqual(fixture.contents.get(WEIGHTS));
    await verifyModel(models, fixture.model);
    expect(hub.requests).toEqual([]);
  });

  it('continues where an earlier download stopped', async () => {
    const folder = await mirrorAs((path) => join('tiny', path));
    await mkdir(here('onnx'), { recursive: true });
    await writeFile(here(`${WEIGHTS}.part`), (fixture.contents.get(WEIGHTS) ?? Buffer.alloc(0)).subarray(0, 70_000));
    const steps: number[] = [];
    await pull(pathToFileURL(folder).href, { onProgress: (done) => steps.push(done) });
    await verifyModel(models, fixture.model);
    expect(steps.filter((done) => done > 2 && done < 70_002)).toEqual([]);
  });

  it('refuses what is not the pinned file, and says which it is', async () => {
    const folder = await mirrorAs((path) => join('tiny', path));
    await writeFile(join(folder, 'tiny', WEIGHTS), Buffer.alloc(200_000));
    await expect(pull(pathToFileURL(folder).href)).rejects.toThrow(
      /^the download of onnx\/model_quantized\.onnx is not the pinned file: its SHA-256 is [0-9a-f]{64} instead of/,
    );
    await writeFile(join(folder, 'tiny', WEIGHTS), 'short');
    await expect(pull(pathToFileURL(folder).href)).rejects.toThrow(/tiny\/onnx\/.+ has 5 bytes instead of 200000\.$/);
    expect(waited).toEqual([]);
  });

  it('says what is missing', async () => {
    const folder = await mirrorAs((path) => join('tiny', path));
    await rm(join(folder, 'tiny', WEIGHTS));
    await expect(pull(pathToFileURL(folder).href)).rejects.toThrow(/^MODELS_URL names .+, which has neither .+ nor .+/);
    await expect(pull(pathToFileURL(join(folder, 'away')).href)).rejects.toThrow(/away, which is not a folder\.$/);
  });
});

describe('a download', () => {
  it('tries again for a while if its mirror cannot be reached, and then says so', async () => {
    const { url } = hub;
    await hub.close();
    await expect(pull(url)).rejects.toThrow(/^127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\.$/);
    expect(waited).toEqual([1000, 2000, 4000, 8000]);
    await expect(pull('http://models.invalid')).rejects.toThrow(/^models\.invalid cannot be reached \(E[A-Z_]+\)\.$/);
  });

  it('waits as long as a busy mirror asks', async () => {
    const busy = (status: number, wait: string) => (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(status, { 'retry-after': wait }).end();
    };
    hub.next.push(busy(429, '7'), busy(503, '100000'));
    await pull(hub.url);
    expect(waited).toEqual([7_000, 60_000]);
    await verifyModel(models, fixture.model);
  });

  it.skipIf(process.platform !== 'linux')('says that the disk is full, and begins only if there is room', async () => {
    await mkdir(here('onnx'), { recursive: true });
    // A write to this device fails as it does on a full disk.
    await symlink('/dev/full', here(`${WEIGHTS}.part`));
    await expect(pull(hub.url)).rejects.toThrow(
      /^the disk of .+tiny is full\. What has been downloaded is kept: free some space, and download it again\.$/,
    );
    await rm(here(`${WEIGHTS}.part`));
    await pull(hub.url);
    await verifyModel(models, fixture.model);
    for (const file of fixture.model.files) file.size *= 1e12;
    await expect(pull(hub.url)).rejects.toThrow(
      /^the disk of .+tiny has [\d.]+ [GM]B free, and the model needs [\d.]+ GB\.$/,
    );
  });

  it('is checked again where it was begun anew, because what was there of it was wrong', async () => {
    await mkdir(here('onnx'), { recursive: true });
    await writeFile(here(`${WEIGHTS}.part`), Buffer.alloc(70_000, 7));
    const changed: ScriptedHub['next'][number] = (_request, response, whole) => {
      response.writeHead(200, { 'content-length': whole.length }).end(Buffer.alloc(whole.length, 7));
    };
    hub.next.push(serve, serve, changed);
    await expect(pull(hub.url)).rejects.toThrow(/^the download of onnx\/model_quantized\.onnx is not the pinned file/);
    expect(hub.requests).toHaveLength(3);
    expect(await readdir(here('onnx'))).toEqual([]);
  });

  it('says that the folder cannot be written', async () => {
    await mkdir(models, { recursive: true });
    await writeFile(join(models, 'tiny'), 'a file');
    await expect(pull(hub.url)).rejects.toThrow(/tiny cannot be written \(E[A-Z]+\)\.$/);
  });

  it('of the same model twice at once gives it once', async () => {
    const slowly: ScriptedHub['next'][number] = (_request, response, whole) => {
      response.writeHead(200, { 'content-length': whole.length });
      response.write(whole.subarray(0, whole.length / 2));
      setTimeout(() => response.end(whole.subarray(whole.length / 2)), 500);
    };
    // The first download of the weights is overtaken by the second, which moves them to their place.
    hub.next.push(serve, serve, slowly, serve);
    await Promise.all([pull(hub.url), pull(hub.url)]);
    await verifyModel(models, fixture.model);
    expect(hub.requests.length).toBeLessThanOrEqual(4);
  });
});
