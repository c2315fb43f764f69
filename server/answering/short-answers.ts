import type { QuestionDependencies } from './dependencies.ts';
import { countUsage } from './extractive/count-usage.ts';
import { documentLanguageNotice, refusalReply } from './output/canned-replies.ts';
import { nearestPages } from './retrieval/nearest-pages.ts';
import { noSourcesReason } from './retrieval/no-sources.ts';
import type { SearchResult } from './retrieval/search.ts';
import type { AnswerEvent, FinishReason, NoSourcesReason, Passage, Question } from './types.ts';

/** A text that no document is quoted for. */
export async function* cannedAnswer(
  text: string,
  reason: FinishReason,
  { noSources = null, nearest = [] }: { noSources?: NoSourcesReason | null; nearest?: Passage[] } = {},
): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', delta: text };
  const end = {
    reason,
    ...(noSources && { noSources }),
    ...(nearest.length > 0 && { nearest }),
    usage: countUsage([], text),
    suggestions: [],
    unsupported: [],
  };
  yield { type: 'finish', ...end };
}

/** Says that the documents do not answer. */
export async function* refuse(
  { store }: QuestionDependencies,
  { projectId, contact }: Question,
  result: SearchResult,
): AsyncGenerator<AnswerEvent> {
  const noSources = await noSourcesReason(store, projectId, result);
  const notice = documentLanguageNotice(result.languages);
  const refusal = refusalReply(result.languages, contact);
  const nearest = nearestPages(result.ranked.map(({ match }) => match.passage));
  yield* cannedAnswer(notice === null ? refusal : `${refusal} ${notice}`, 'refused', { noSources, nearest });
}

/** Says at the end of an answer how likely the documents answer; null: that is not known. */
export async function* withCertainty(
  events: AsyncGenerator<AnswerEvent>,
  probability: number | null,
): AsyncGenerator<AnswerEvent> {
  for await (const event of events)
    yield event.type === 'finish' && probability !== null ? { ...event, certainty: probability } : event;
}
