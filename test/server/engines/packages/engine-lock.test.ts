import { describe, expect, it } from 'vitest';
import {
  pinnedContents,
  readContents,
  readLock,
  selectPackages,
} from '../../../../server/engines/packages/engine-lock.ts';
import { ENGINE_PACKAGES, findEngine, type Variant } from '../../../../server/engines/packages/engine-packages.ts';

const LINUX: Variant = { target: 'linux-x64', gpu: null };

/** The folders of the packages that are installed for a variant. */
async function selected(name: string, variant = LINUX): Promise<string[]> {
  const engine = findEngine(name);
  if (engine === null) throw new Error(`There is no ${name}.`);
  const { packages } = selectPackages(await readLock(engine.name), engine, variant);
  return Object.keys(packages).map((folder) => folder.replace('node_modules/', ''));
}

describe.each(ENGINE_PACKAGES.map((engine) => [engine.name, engine] as const))('the lock of %s', (name, engine) => {
  it('is of the versions that the engine names; npm run engines:pin makes it', async () => {
    const { packages } = await readLock(name);
    expect(packages['']?.dependencies).toEqual(engine.dependencies);
    for (const [dependency, version] of Object.entries(engine.dependencies)) {
      expect(packages[`node_modules/${dependency}`]?.version).toBe(version);
    }
  });

  it('pins every package by its hash, and comes from no registry in particular', async () => {
    const { packages } = await readLock(name);
    for (const [folder, locked] of Object.entries(packages)) {
      if (folder !== '') expect(locked, folder).toMatchObject({ integrity: expect.stringMatching(/^sha512-.{88}$/) });
      expect(locked, folder).not.toHaveProperty('resolved');
    }
  });

  it('has the contents for Linux, which are smaller than what npm unpacks', async () => {
    const contents = await pinnedContents(engine, LINUX);
    expect(contents).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(contents?.bytes).toBeLessThan(Math.min(100e6, contents?.unpacked ?? 0));
  });
});

describe('the variants that are pinned', () => {
  it.each([
    ['transformers', ['linux-x64', 'linux-arm64', 'darwin-arm64']],
    ['llama', ['linux-x64', 'linux-x64+cuda', 'linux-x64+vulkan', 'linux-arm64', 'darwin-x64', 'darwin-arm64']],
    ['xenova-transformers', ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']],
    // Its packages hold no library for Linux on ARM.
    ['llama-node', ['linux-x64', 'darwin-x64', 'darwin-arm64']],
  ] as const)('of %s are those of the platforms that it has builds for', async (name, variants) => {
    const contents = await readContents(name);
    expect(Object.keys(contents)).toEqual(variants);
    for (const { sha256, bytes, unpacked } of Object.values(contents)) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(bytes).toBeLessThan(unpacked);
    }
  });

  it('of llama have a build for each platform and graphics interface, of the version of the engine', async () => {
    const { builds, dependencies } = findEngine('llama') ?? {};
    const { packages } = await readLock('llama');
    const names = Object.values(builds?.of ?? {}).flat();
    expect(names).toContain('mac-arm64-metal');
    for (const name of names) {
      const locked = packages[`node_modules/${builds?.prefix}${name}`];
      expect(locked?.version, name).toBe(dependencies?.['node-llama-cpp']);
    }
  });
});

describe('the packages of a variant', () => {
  it('are those for its platform, without builds for CUDA and Vulkan unless they are asked for', async () => {
    const builds = async (variant: Variant) =>
      (await selected('llama', variant)).filter((folder) => folder.startsWith('@node-llama-cpp/'));
    expect(await builds(LINUX)).toEqual(['@node-llama-cpp/linux-x64']);
    expect(await builds({ target: 'linux-arm64', gpu: null })).toEqual(['@node-llama-cpp/linux-arm64']);
    expect(await builds({ target: 'darwin-arm64', gpu: null })).toEqual(['@node-llama-cpp/mac-arm64-metal']);
    const withVulkan = ['@node-llama-cpp/linux-x64', '@node-llama-cpp/linux-x64-vulkan'];
    expect(await builds({ ...LINUX, gpu: 'vulkan' })).toEqual(withVulkan);
    expect(await builds({ ...LINUX, gpu: 'cuda' })).toHaveLength(3);
  });

  it('are neither unused ones nor what only those need', async () => {
    const all = Object.keys((await readLock('transformers')).packages);
    for (const unused of ['sharp', 'onnxruntime-web', 'global-agent', 'globalthis']) {
      expect(all).toContain(`node_modules/${unused}`);
    }
    expect(await selected('transformers')).toEqual([
      '',
      '@huggingface/jinja',
      '@huggingface/tokenizers',
      '@huggingface/transformers',
      'onnxruntime-common',
      'onnxruntime-node',
    ]);
  });

  it('are the usual languages, or those that are asked for', async () => {
    expect(await selected('ocr')).toEqual([
      '',
      '@tesseract.js-data/deu',
      '@tesseract.js-data/eng',
      'tesseract.js-core',
    ]);
    expect(await selected('ocr', { ...LINUX, languages: ['jpn'] })).toEqual([
      '',
      '@tesseract.js-data/jpn',
      'tesseract.js-core',
    ]);
  });

  it('include the ones that are installed below another', async () => {
    expect(await selected('llama')).toEqual(expect.arrayContaining(['ipull/node_modules/lifecycle-utils']));
  });
});

it('is read once, so that the list of engines stays while an upgrade replaces the files of the program', async () => {
  expect(await readContents('llama')).toBe(await readContents('llama'));
});
