import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  EmbeddingModel,
  GenerationModel,
  ModelFile,
  RerankingModel,
  VerifyingModel,
} from '../../../server/engines/catalogue/model-types.ts';

/** The common properties of the fixtures' catalogue entries. */
const ENTRY = {
  repository: 'footnote/fixture',
  revision: '0123456789abcdef0123456789abcdef01234567',
  licence: 'MIT',
  languages: 'English',
};

/** Writes the files to a new folder of that name and returns their entry for a catalogue. */
export function writeModel(
  modelsDir: string,
  name: string,
  contents: Record<string, Uint8Array | string>,
): ModelFile[] {
  return Object.entries(contents).map(([path, content]) => {
    const at = join(modelsDir, name, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, content);
    const size = Buffer.byteLength(content);
    return { path, size, sha256: createHash('sha256').update(content).digest('hex') };
  });
}

export function generationEntry(
  name: string,
  files: ModelFile[],
  others: Partial<GenerationModel> = {},
): GenerationModel {
  return { name, ...ENTRY, files, contextTokens: 4096, purpose: 'generation', runtime: 'llama', ...others };
}

export function embeddingEntry(name: string, files: ModelFile[], others: Partial<EmbeddingModel> = {}): EmbeddingModel {
  return {
    name,
    ...ENTRY,
    files,
    contextTokens: 128,
    purpose: 'embedding',
    runtime: 'transformers',
    dimensions: 48,
    pooling: 'mean',
    queryPrefix: '',
    passagePrefix: '',
    ...others,
  };
}

export function rerankingEntry(name: string, files: ModelFile[], others: Partial<RerankingModel> = {}): RerankingModel {
  return { name, ...ENTRY, files, contextTokens: 128, purpose: 'reranking', runtime: 'transformers', ...others };
}

export function verifyingEntry(name: string, files: ModelFile[], others: Partial<VerifyingModel> = {}): VerifyingModel {
  const kind = { purpose: 'verifying', runtime: 'transformers' } as const;
  return { name, ...ENTRY, files, contextTokens: 128, languageTags: null, ...kind, ...others };
}
