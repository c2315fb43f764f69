import { type Certainty, certainty } from '../../../server/answering/certainty/answerability.ts';
import { type Answer, toAnswer } from '../../../server/answering/output/to-answer.ts';
import { contextualizeQuery } from '../../../server/answering/query/contextualize-query.ts';
import { inReadingOrder, search } from '../../../server/answering/retrieval/search.ts';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import { sentences } from '../../../server/language/sentences/sentences.ts';
import { withoutMarks, withoutTargets } from './docs-qa/judge.ts';
import type { Group, Judgement, ScoredText, SetQuestion } from './sets.ts';
import type { Ingested, Workbench } from './workbench.ts';

/** The results of one question. */
export interface Observation {
  question: SetQuestion;
  /** The ranks among the ten best passages, before answering. */
  retrieved: Judgement;
  /** The ranks among the citations, in the order of their markers. */
  cited: Judgement;
  /** Whether the response itself holds an accepted answer; null if the set has none to compare with. */
  inResponse: boolean | null;
  /** The number of citations of a right passage, or of a right document if the set has no passages. */
  rightCitations: number;
  /** The probability that the documents answer, for the curve of refusals. */
  certainty: Certainty;
  answer: Answer;
  refused: boolean;
  /** The number of citations whose text or quote is not verbatim in the document, or whose quote is not in the answer. */
  notVerbatim: number;
  /** The number of sentences in the answer, and of those that no cited passage supports. */
  sentences: number;
  unsupported: number;
  milliseconds: number;
  /** The milliseconds until the first words of the answer, and the part spent waiting for the model, 0 without one. */
  firstWords: number;
  waitedForModel: number;
}

/** The question as the chat endpoint passes it on. */
export function asQuestion(projectId: string, { question, history }: SetQuestion): Question {
  return {
    projectId,
    text: question.trim().slice(0, 4000),
    history: history ?? [],
    contact: '',
    signal: new AbortController().signal,
  };
}

/** Asks a question twice: once for its retrieval alone, and once for the complete answer. */
export async function observe(bench: Workbench, group: Group, at: Ingested, asked: SetQuestion): Promise<Observation> {
  const question = asQuestion(at.projectId, asked);
  const scored = (sourceId: string, text: string, page: number | null | undefined): ScoredText => ({
    doc_id: at.documents.get(sourceId)?.doc_id ?? '',
    text,
    ...(page ? { page } : {}),
  });
  const found = await search(bench.searching, question, contextualizeQuery(question));
  const passages = inReadingOrder(found, bench.engines).map(({ passage }) => passage);
  const { answer, ...times } = await timedAnswer(bench, question);
  const judge = (texts: ScoredText[]) => group.scoring.judge(asked, texts, group.loaded);
  const citations = answer.citations.map(({ source_id, text, page }) => scored(source_id, text, page));
  return {
    question: asked,
    retrieved: judge(passages.slice(0, 10).map(({ sourceId, text, page }) => scored(sourceId, text, page))),
    cited: judge(citations),
    inResponse: holdsAnswer(judge, answer),
    rightCitations: citations.map((one) => judge([one])).filter(({ doc, hit }) => (hit ?? doc) > 0).length,
    certainty: certainty(found),
    answer,
    refused: answer.finishReason === 'refused',
    notVerbatim: await countNotVerbatim(bench, at.projectId, answer),
    sentences: sentences(answer.text, group.language).length,
    unsupported: answer.unsupported.length,
    ...times,
  };
}

/** By the rule for the texts of citations, without Markdown, in which a marker would stand between two words. */
function holdsAnswer(judge: (texts: ScoredText[]) => Judgement, { text, citations }: Answer): boolean | null {
  const { ans } = judge([{ doc_id: '', text: withoutMarks(text) }]);
  return ans === null ? null : ans > 0 && citations.length > 0;
}

async function timedAnswer({ answerer, engines }: Workbench, question: Question) {
  let firstWords: number | null = null;
  let waitedForModel = 0;
  engines.generator?.waited();
  const started = performance.now();
  async function* watched(events: AsyncGenerator<AnswerEvent>) {
    for await (const event of events) {
      if (event.type === 'text' && firstWords === null) {
        firstWords = performance.now() - started;
        waitedForModel = engines.generator?.waited() ?? 0;
      }
      yield event;
    }
  }
  const answer = await toAnswer(watched(answerer.answer(question)));
  return { answer, milliseconds: performance.now() - started, firstWords: firstWords ?? 0, waitedForModel };
}

/** Only letters and digits: an answer is Markdown, in which the document's text is escaped and marked up. */
const lettersOf = (text: string) => text.replace(/[\s\p{P}\p{S}]+/gu, '');

async function countNotVerbatim({ store, engines }: Workbench, projectId: string, answer: Answer): Promise<number> {
  let count = 0;
  for (const citation of answer.citations) {
    const document = await store.documents.bySource(projectId, citation.source_id);
    const text = document?.text ?? '';
    const verbatim =
      citation.quote !== '' &&
      citation.text.includes(citation.quote) &&
      text.includes(citation.text) &&
      text.slice(citation.quoteStart, citation.quoteEnd) === citation.quote &&
      // A model need not quote verbatim.
      (engines.generator !== null || lettersOf(withoutTargets(answer.text)).includes(lettersOf(citation.quote))) &&
      answer.text.includes(`[${citation.id}]`);
    if (!verbatim) count++;
  }
  return count;
}
