import { embeddingPrefixes } from '../embedding-prefixes.ts';
import type { Model, ModelFile } from './model-types.ts';

/** Path, size in bytes and SHA-256 of a file, as its repository states them at the pinned commit. */
type Pin = [path: string, size: number, sha256: string];

const files = (...pins: Pin[]): ModelFile[] => pins.map(([path, size, sha256]) => ({ path, size, sha256 }));

/** Tokenizer settings that two of the models share byte for byte. */
const BERT_TOKENIZER: Pin = [
  'tokenizer_config.json',
  366,
  '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3',
];

/**
 * The models on offer; the server downloads no others, and loads none but these and those that its operator added. The first model
 * of each kind is the recommended one.
 * The figures and descriptions come from the repositories' model cards.
 */
export const MODEL_CATALOGUE: Model[] = [
  {
    name: 'bge-small-en-v1.5',
    purpose: 'embedding',
    runtime: 'transformers',
    repository: 'Xenova/bge-small-en-v1.5',
    revision: 'ea104dacec62c0de699686887e3f920caeb4f3e3',
    files: files(
      ['config.json', 683, 'fa73f90bf92c8cace1fbcb709626306f2bdbc9ea3e5b5f94b440df9b6aa56350'],
      ['tokenizer.json', 711_396, 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66'],
      BERT_TOKENIZER,
      ['onnx/model_quantized.onnx', 34_014_426, '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4'],
    ),
    licence: 'MIT',
    languages: 'English',
    contextTokens: 512,
    dimensions: 384,
    pooling: 'cls',
    ...embeddingPrefixes('bge-small-en-v1.5'),
  },
  {
    name: 'multilingual-e5-small',
    purpose: 'embedding',
    runtime: 'transformers',
    repository: 'Xenova/multilingual-e5-small',
    revision: '761b726dd34fb83930e26aab4e9ac3899aa1fa78',
    files: files(
      ['config.json', 658, 'cb99455288675345e1a4f411438d5d0adbba5fbd3a67ea4fb03c015433b996c1'],
      ['tokenizer.json', 17_082_730, '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39'],
      ['tokenizer_config.json', 443, 'a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b'],
      ['onnx/model_quantized.onnx', 118_308_185, 'f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193'],
    ),
    licence: 'MIT',
    languages: '94 languages',
    contextTokens: 512,
    dimensions: 384,
    pooling: 'mean',
    ...embeddingPrefixes('multilingual-e5-small'),
  },
  {
    name: 'all-MiniLM-L6-v2',
    purpose: 'embedding',
    runtime: 'transformers',
    repository: 'Xenova/all-MiniLM-L6-v2',
    revision: '751bff37182d3f1213fa05d7196b954e230abad9',
    files: files(
      ['config.json', 650, '7135149f7cffa1a573466c6e4d8423ed73b62fd2332c575bf738a0d033f70df7'],
      ['tokenizer.json', 711_661, 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0'],
      BERT_TOKENIZER,
      ['onnx/model_quantized.onnx', 22_972_370, 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1'],
    ),
    licence: 'Apache-2.0',
    languages: 'English',
    contextTokens: 512,
    dimensions: 384,
    pooling: 'mean',
    ...embeddingPrefixes('all-MiniLM-L6-v2'),
  },
  {
    name: 'qwen3-embedding-0.6b',
    purpose: 'embedding',
    runtime: 'transformers',
    repository: 'onnx-community/Qwen3-Embedding-0.6B-ONNX',
    revision: 'c25a394dd583836952667c12f008335071b3f43d',
    files: files(
      ['config.json', 1_576, '66a10929782f3c9a3cd5dec90e2a95c60e05736134a63cd54479eeae80bed175'],
      ['tokenizer.json', 11_423_705, 'def76fb086971c7867b829c23a26261e38d9d74e02139253b38aeb9df8b4b50a'],
      ['tokenizer_config.json', 9_731, '977648852447cb6587327ff3205b0a84cf2fc9f05621d6c8e88a497caafab2e1'],
      ['onnx/model_quantized.onnx', 613_527_631, '87cd124e0ef1fd1f223ebc283efccbaeac386d0b08344701c46975d0657b591f'],
    ),
    licence: 'Apache-2.0',
    languages: 'over 100 languages',
    contextTokens: 32_768,
    dimensions: 1024,
    pooling: 'last',
    ...embeddingPrefixes('qwen3-embedding-0.6b'),
  },
  {
    name: 'ms-marco-minilm-l-6-v2',
    purpose: 'reranking',
    runtime: 'transformers',
    repository: 'Xenova/ms-marco-MiniLM-L-6-v2',
    revision: 'a09144355adeed5f58c8ed011d209bf8ee5a1fec',
    files: files(
      ['config.json', 824, 'd827779a72d27ae68cf878a6fc2e954542663fe21ca515d9f4783fc96be2d37e'],
      ['tokenizer.json', 711_396, 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66'],
      ['tokenizer_config.json', 1_242, '0b29c7bfc889e53b36d9dd3e686dd4300f6525110eaa98c76a5dafceb2029f53'],
      ['onnx/model_quantized.onnx', 23_143_499, 'e9d8ebf845c413e981c175bfe49a3bfa9b3dcce2a3ba54875ee5df5a58639fbe'],
    ),
    licence: 'Apache-2.0',
    languages: 'English',
    contextTokens: 512,
  },
  {
    name: 'bge-reranker-v2-m3',
    purpose: 'reranking',
    runtime: 'transformers',
    repository: 'onnx-community/bge-reranker-v2-m3-ONNX',
    revision: '6f5ff65298512715a1e669753bc754d2bc8f367b',
    files: files(
      ['config.json', 848, '122e922dcfed6503c8721e6fe1daf090340c3d95ca7f3aa3a72730b321a51cfd'],
      ['tokenizer.json', 17_082_900, '8bf8afbfd11306bd872018c53bfdf2e160a56f8edbcf49933324404791c148d3'],
      ['tokenizer_config.json', 1_203, 'b87c8703482b0300d3da30e201519aa641f6a450f5eb5bf1e624afbf70c74d80'],
      ['onnx/model_quantized.onnx', 570_727_094, '912fc1215c2dbff6499700534bd8d31253af01573861abbfc43afd1fab6cce5d'],
    ),
    licence: 'Apache-2.0',
    languages: 'over 100 languages',
    contextTokens: 512,
  },
  {
    name: 'nli-deberta-v3-xsmall',
    purpose: 'verifying',
    runtime: 'transformers',
    repository: 'Xenova/nli-deberta-v3-xsmall',
    revision: '2a4f614a701367a02d51389039afc998faeda637',
    files: files(
      ['config.json', 1_038, 'ec0bd14cc28640326474399cd61d38ccd52b64900228799d0f81debda8c4bc53'],
      ['tokenizer.json', 8_656_551, 'a86f883318afa11c8c10466f1bf4efaeb6ded28a52cbe57217a8fa0d0a2a87df'],
      ['tokenizer_config.json', 384, 'd8d3bb123b99317634d5ee3d1d2d8b2ddb01510a0654687fc2639a5347a7291f'],
      ['onnx/model_quantized.onnx', 87_246_587, '3fac2500c45c75af42c7711de0d1b93d59577456100208be0dc1f9e8811946b6'],
    ),
    licence: 'Apache-2.0',
    languages: 'English',
    languageTags: ['en'],
    contextTokens: 512,
  },
  {
    name: 'qwen3-4b-instruct-2507',
    purpose: 'generation',
    runtime: 'llama',
    repository: 'unsloth/Qwen3-4B-Instruct-2507-GGUF',
    revision: 'a06e946bb6b655725eafa393f4a9745d460374c9',
    files: files([
      'Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
      2_497_281_120,
      '3605803b982cb64aead44f6c1b2ae36e3acdb41d8e46c8a94c6533bc4c67e597',
    ]),
    licence: 'Apache-2.0',
    languages: 'over 100 languages',
    contextTokens: 262_144,
  },
  {
    name: 'qwen3.5-2b',
    purpose: 'generation',
    runtime: 'llama',
    repository: 'unsloth/Qwen3.5-2B-GGUF',
    revision: 'f6d5376be1edb4d416d56da11e5397a961aca8ae',
    files: files([
      'Qwen3.5-2B-Q4_K_M.gguf',
      1_280_835_840,
      'aaf42c8b7c3cab2bf3d69c355048d4a0ee9973d48f16c731c0520ee914699223',
    ]),
    licence: 'Apache-2.0',
    languages: '201 languages',
    contextTokens: 262_144,
  },
  {
    name: 'qwen3.5-0.8b',
    purpose: 'generation',
    runtime: 'llama',
    repository: 'unsloth/Qwen3.5-0.8B-GGUF',
    revision: '6ab461498e2023f6e3c1baea90a8f0fe38ab64d0',
    files: files([
      'Qwen3.5-0.8B-Q4_K_M.gguf',
      532_517_120,
      'bd258782e35f7f458f8aced1adc053e6e92e89bc735ba3be89d38a06121dc517',
    ]),
    licence: 'Apache-2.0',
    languages: '201 languages',
    contextTokens: 262_144,
  },
];

/** The model with this name, or null. */
export function findModel<Kind extends Model>(catalogue: Kind[], name: string): Kind | null {
  return catalogue.find((model) => model.name === name) ?? null;
}

/** Size of all files in bytes. */
export const modelSize = (model: Model): number => model.files.reduce((sum, { size }) => sum + size, 0);

/** Whether the operator added it (own-models/): there is nowhere to download it from. */
export const isOwn = ({ repository }: Model): boolean => repository === '';
