import { linkedIds, withAddresses } from '../../../store/types/link-address.ts';
import type { Store } from '../../../store/types.ts';
import type { Excerpt } from '../../passages/render-excerpt.ts';

/** The excerpts with the links that lead to an address on the web: those to other files lead to the pages of these. */
export async function withLinks(
  chunks: Pick<Store['chunks'], 'addresses'>,
  projectId: string,
  excerpts: Excerpt[],
): Promise<Excerpt[]> {
  const ids = linkedIds(excerpts.map(({ passage }) => passage));
  const addresses = ids.length > 0 ? await chunks.addresses(projectId, ids) : new Map<string, string>();
  return excerpts.map((excerpt) => {
    const { passage } = excerpt;
    return { ...excerpt, passage: { ...passage, blocks: withAddresses(passage, addresses) } };
  });
}
