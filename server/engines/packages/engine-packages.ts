import type { Model } from '../catalogue/model-types.ts';

/** The names by which engines are added; each is a folder below ENGINES_DIR. */
export type EngineName = 'transformers' | 'xenova-transformers' | 'llama' | 'llama-node' | 'ocr';

/** Graphics interfaces that an engine may have builds for. */
export type Gpu = 'cuda' | 'vulkan';
export const GPUS: readonly Gpu[] = ['cuda', 'vulkan'];

/** The npm packages that one engine runs on. All are installed together, and nothing else shares them. */
export interface EnginePackage {
  name: EngineName;
  /** What it runs, for the list. */
  runs: string;
  /** npm packages and their versions. The lock file in `locks/` pins these and all that they depend on. */
  dependencies: Readonly<Record<string, string>>;
  /** The module that a child process imports, below the engine's folder. */
  module: string;
  /** Packages that others ask for and that no code of ours reaches. */
  unused: readonly string[];
  /** Of these, the ones that other packages import all the same: they get an empty module in their place. */
  standIns: readonly string[];
  /** Files below `node_modules/` that are never read. */
  unread: RegExp | null;
  /** Builds that come as packages of their own: what their names begin with, and the rest of the names by variant. */
  builds: { prefix: string; of: Readonly<Record<string, readonly string[]>> } | null;
  /** Languages that come as packages of their own, the same on every platform; null where there are none. */
  languages: EngineLanguages | null;
}

/** The languages of an engine, by the names of their packages after `prefix`. */
export interface EngineLanguages {
  prefix: string;
  offered: readonly string[];
  /** Those that are added unless others are named. */
  usual: readonly string[];
}

/** Three letters each, as Tesseract names them. */
const OCR_LANGUAGES: EngineLanguages = {
  prefix: '@tesseract.js-data/',
  offered: [
    'ara',
    'chi_sim',
    'chi_tra',
    'deu',
    'eng',
    'fra',
    'hin',
    'ita',
    'jpn',
    'kor',
    'nld',
    'pol',
    'por',
    'spa',
    'swe',
    'tur',
    'ukr',
  ],
  usual: ['deu', 'eng'],
};

/** The platforms, as Node names them, for which engines are pinned, as far as there are builds. */
export const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'] as const;

export const ENGINE_PACKAGES: readonly EnginePackage[] = [
  {
    name: 'transformers',
    runs: 'models that find, judge and check passages',
    dependencies: { '@huggingface/transformers': '4.3.1' },
    module: 'node_modules/@huggingface/transformers/dist/transformers.node.mjs',
    // Pictures, browsers, and what the install script of the runtime would download builds for CUDA with.
    unused: ['sharp', 'onnxruntime-web', 'adm-zip', 'global-agent'],
    standIns: ['sharp'],
    unread: /^@huggingface\/transformers\/(?:src|types|dist\/(?!transformers\.node\.mjs$))/,
    builds: null,
    languages: null,
  },
  {
    name: 'llama',
    runs: 'models that write answers',
    dependencies: { 'node-llama-cpp': '3.21.1' },
    module: 'node_modules/node-llama-cpp/dist/index.js',
    unused: [],
    standIns: [],
    // The sources of llama.cpp and of the binding, for those who compile it.
    unread: /^node-llama-cpp\/llama\/(?:gitRelease\.bundle$|addon\/)/,
    builds: {
      prefix: '@node-llama-cpp/',
      of: {
        'linux-x64': ['linux-x64'],
        'linux-x64+cuda': ['linux-x64', 'linux-x64-cuda', 'linux-x64-cuda-ext'],
        'linux-x64+vulkan': ['linux-x64', 'linux-x64-vulkan'],
        'linux-arm64': ['linux-arm64'],
        'darwin-x64': ['mac-x64'],
        'darwin-arm64': ['mac-arm64-metal'],
      },
    },
    languages: null,
  },
  {
    name: 'xenova-transformers',
    runs: 'models that find, judge and check passages, with an older package',
    dependencies: { '@xenova/transformers': '2.17.2' },
    module: 'node_modules/@xenova/transformers/src/transformers.js',
    unused: ['sharp', 'onnxruntime-web'],
    standIns: ['sharp', 'onnxruntime-web'],
    unread: /^@xenova\/transformers\/(?:dist|types)\//,
    builds: null,
    languages: null,
  },
  {
    name: 'llama-node',
    runs: 'models that write answers, in GGML files from before August 2023',
    dependencies: { 'llama-node': '0.1.6', '@llama-node/llama-cpp': '0.1.6' },
    module: 'node_modules/llama-node/dist/llm/llama-cpp.js',
    unused: ['@llama-node/cli', '@llama-node/core', '@llama-node/rwkv-cpp'],
    standIns: [],
    unread: /^@llama-node\/llama-cpp\/(?:llama-sys|src|example|scripts)\//,
    builds: null,
    languages: null,
  },
  {
    name: 'ocr',
    runs: 'text recognition (OCR), which reads scanned PDFs and pictures',
    dependencies: {
      'tesseract.js-core': '7.0.0',
      ...Object.fromEntries(OCR_LANGUAGES.offered.map((name) => [`${OCR_LANGUAGES.prefix}${name}`, '1.0.0'])),
    },
    module: 'node_modules/tesseract.js-core/tesseract-core-simd-lstm.js',
    unused: [],
    standIns: [],
    // Of the builds, the one that is run; of the languages, the data for neural networks in whole numbers.
    unread:
      /^tesseract\.js-core\/(?!LICENSE$|package\.json$|tesseract-core-simd-lstm\.(?:js|wasm)$)|^@tesseract\.js-data\/\w+\/(?!package\.json$|4\.0\.0_best_int\/)/,
    builds: null,
    languages: OCR_LANGUAGES,
  },
];

/** The engines that run models of each runtime, the preferred one first. Both of the first row give the same numbers. */
export const ENGINES_FOR: Record<Model['runtime'], readonly [EngineName, ...EngineName[]]> = {
  transformers: ['transformers', 'xenova-transformers'],
  llama: ['llama'],
  'llama-node': ['llama-node'],
};

export function findEngine(name: string): EnginePackage | null {
  return ENGINE_PACKAGES.find((engine) => engine.name === name) ?? null;
}

/** The version of the package that the engine is made of. */
export const versionOf = ({ dependencies }: EnginePackage): string => Object.values(dependencies)[0] ?? '';

/** The package that the engine is made of, with its version. */
export const packageOf = (engine: EnginePackage): string =>
  `${Object.keys(engine.dependencies)[0]} ${versionOf(engine)}`;

/** This machine's platform, as Node names it. */
export const THIS_TARGET = `${process.platform}-${process.arch}`;

/** An engine for a platform, with builds for a graphics interface or without, and with languages where it has them. */
export interface Variant {
  target: string;
  gpu: Gpu | null;
  languages?: readonly string[];
}

/** The name of a variant: `linux-x64`, `linux-x64+cuda`. */
export const variantName = ({ target, gpu }: Variant): string => (gpu === null ? target : `${target}+${gpu}`);
