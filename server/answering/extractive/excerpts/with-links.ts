import { followLinks } from '../../../store/types/link-address.ts';
import type { Store } from '../../../store/types.ts';
import type { Excerpt } from '../../passages/render-excerpt.ts';

/** The excerpts with the links that lead to an address on the web: those to other files lead to the pages of these. */
export async function withLinks(
  chunks: Pick<Store['chunks'], 'addresses'>,
  projectId: string,
  excerpts: Excerpt[],
): Promise<Excerpt[]> {
  const passages = excerpts.map(({ passage }) => passage);
  const followed = await followLinks(chunks, projectId, passages);
  return excerpts.map((excerpt, at) => ({
    ...excerpt,
    passage: { ...excerpt.passage, blocks: followed[at] ?? [] },
  }));
}
