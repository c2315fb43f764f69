import type { Model } from '@footnote/sdk/contract';
import type { ProjectRow } from '../store/types.ts';

/** The model name in responses to OpenAI's clients. */
export const MODEL = 'footnote';

/** A project as a model, for OpenAI's clients. */
export function presentModel(project: ProjectRow): Model {
  return { id: MODEL, object: 'model', created: Math.floor(project.createdAt / 1000), owned_by: MODEL };
}
