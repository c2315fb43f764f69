import type { Citation } from '@footnote/sdk/contract';
import type { CitedPassage } from '../answering/types.ts';
import { presentCitation } from '../presenters/citation.ts';
import type { PassageService } from '../services/passages.ts';

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
