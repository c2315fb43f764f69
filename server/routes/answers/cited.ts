import type { Citation } from '@footnote/sdk/contract';
import type { CitedPassage, FoundPassage } from '../../answering/types.ts';
import { presentCitation } from '../../presenters/chat.ts';
import type { PassageService } from '../../services/answers/passages.ts';

/** Presents the citations of one answer. Each is presented once and reused, so that its signed link stays the same. */
export function citationPresenter(passages: PassageService, projectId: string): (cited: CitedPassage) => Citation {
  const presented = new WeakMap<CitedPassage, Citation>();
  return (cited) => {
    const known = presented.get(cited);
    if (known) return known;
    const citation = presentCitation(cited, passages.link(projectId, { ...cited, sourceId: cited.source_id }));
    presented.set(cited, citation);
    return citation;
  };
}

/** What a link needs to know of a passage. */
interface Linked extends Pick<FoundPassage, 'best'> {
  passage: Pick<FoundPassage['passage'], 'sourceId' | 'chunkId' | 'start' | 'text' | 'address'>;
}

/** Links that open at the best sentence of a found passage. */
export function linkTo(passages: PassageService, projectId: string): (found: Linked) => string {
  return ({ passage, best }) =>
    passages.link(projectId, {
      sourceId: passage.sourceId,
      chunkId: passage.chunkId,
      quoteStart: passage.start + best.start,
      quoteEnd: passage.start + best.end,
      quote: passage.text.slice(best.start, best.end),
      address: passage.address,
    });
}
