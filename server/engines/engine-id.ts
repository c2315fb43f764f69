/** The kinds of engines; `builtin` is the embedder that needs no model. */
type EngineKind = 'builtin' | ModelEngineKind;
/** Those that run a model, on this machine or on a server. */
type ModelEngineKind = (typeof MODEL_ENGINES)[number];

const MODEL_ENGINES = ['transformers', 'llama', 'llama-node', 'openai'] as const;

/**
 * An engine and its model: `transformers:bge-small-en-v1.5@ea104dacec62`, `openai:qwen3-4b`. The id of an embedder
 * names its vector space in the database: vectors with different ids are never compared. `builtin-2` carries the
 * version of the built-in vectors.
 */
export type EngineId = `builtin-${number}` | `${ModelEngineKind}:${string}`;

/** An id and its parts, so that no caller has to parse an id. */
export interface EngineIdentity {
  readonly id: EngineId;
  readonly engine: EngineKind;
  /** The name of its model; null for an engine without one. */
  readonly model: string | null;
}

/** Length of a revision (a commit hash) in an id, in characters. */
const REVISION_LENGTH = 12;

/** The identity of an engine that runs a model. Pass the revision if its vectors depend on it. */
export function identifyEngine(engine: ModelEngineKind, model: string, revision?: string): EngineIdentity {
  const suffix = revision === undefined ? '' : `@${revision.slice(0, REVISION_LENGTH)}`;
  return { id: `${engine}:${model}${suffix}`, engine, model };
}

/** The parts of a stored id, without the revision; null for an id that no current engine has. */
export function parseEngineId(
  id: string,
): { engine: 'builtin'; model: null } | { engine: ModelEngineKind; model: string } | null {
  if (/^builtin-\d+$/.test(id)) return { engine: 'builtin', model: null };
  const engine = MODEL_ENGINES.find((kind) => id.startsWith(`${kind}:`));
  if (engine === undefined) return null;
  const model = id.slice(engine.length + 1);
  // Only local models have a revision; a server may name its models freely.
  return { engine, model: engine === 'openai' ? model : model.replace(/@[0-9a-f]+$/, '') };
}
