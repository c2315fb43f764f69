import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { Passage } from '../types.ts';
import { type RankedPassage, rankLower } from './feature-rerank.ts';

/**
 * A request alone in its paragraph or block of code, as references of an API have it below the heading of each, or as that:
 * `DELETE /v1/keys/{id}`, `GET https://api.example.com/keys`, `POST /v1/keys HTTP/1.1`.
 */
const REQUEST = /^(?:GET|POST|PUT|PATCH|DELETE) (?:https?:\/)?\/\S{0,200}(?: HTTP\/\d(?:\.\d)?)?$/;
/** Words that ask for an API, in any language. */
const ASKS_FOR_API =
  /(?<![\p{L}\p{N}])(?:apis?|endpoints?|requests?|https?|curl|json|sdks?|webhooks?)(?![\p{L}\p{N}])/iu;
/** What is an everyday word as well: “the rest”, “delete my account”. */
const IN_CAPITALS = /\b(?:REST|GET|POST|PUT|PATCH|DELETE)\b/;
/** How much less likely a passage of such a reference is the one, in logits, beside one of a guide. */
const REFERENCE_LOGIT = 2;

/**
 * A reference of an API has a short section for each thing that can be done, in all words of the question how it is done: where
 * guides and such a reference were found, guides come first, unless the question is about the API.
 */
export function rankApiReferenceLower(
  ranked: RankedPassage[],
  { text }: Pick<ContextualizedQuery, 'text'>,
): RankedPassage[] {
  if (ASKS_FOR_API.test(text) || IN_CAPITALS.test(text)) return ranked;
  const references = new Set(
    ranked
      .map(({ match }) => match.passage)
      .filter(isRequest)
      .map(({ sourceId }) => sourceId),
  );
  return rankLower(ranked, ({ sourceId }) => references.has(sourceId), REFERENCE_LOGIT);
}

/** Has the passage a request below a heading, or as one? One further down is an example in a guide. */
function isRequest({ text, headings, blocks }: Passage): boolean {
  const first = blocks.filter((_, at) => at === 0 || blocks[at - 1]?.kind === 'heading');
  return [...headings, ...first.map(({ start, end }) => text.slice(start, end))].some((one) => REQUEST.test(one));
}
