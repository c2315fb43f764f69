import type { Model } from '@footnote/sdk/contract';
import type { ProjectRow } from '../store/types.ts';

/** The name that answers go by where clients expect that of a model. */
export const MODEL = 'footnote';

/** A project as the one model that it is to OpenAI's clients. */
export function presentModel(project: ProjectRow): Model {
  return { id: MODEL, object: 'model', created: Math.floor(project.createdAt / 1000), owned_by: MODEL };
}
