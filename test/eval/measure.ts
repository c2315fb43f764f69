import { find, inReadingOrder } from '../../server/answering/find.ts';
import { type Answer, toAnswer } from '../../server/answering/to-answer.ts';
import type { Question } from '../../server/answering/types.ts';
import { understand } from '../../server/answering/understand.ts';
import type { Group, Judgement, ScoredText, SetQuestion } from './sets.ts';
import type { Ingested, Workbench } from './workbench.ts';

/** What one question showed. */
export interface Observation {
  question: SetQuestion;
  /** Of the ten best passages, before answering. */
  retrieved: Judgement;
  /** Of the citations, in the order of their markers. */
  cited: Judgement;
  answer: Answer;
  refused: boolean;
  /** Citations whose text or quote is not word for word in the stored document, or whose quote the answer does not carry. */
  notVerbatim: number;
  milliseconds: number;
}

/** The question as the chat endpoint would put it. */
export function asQuestion(projectId: string, { question, history }: SetQuestion): Question {
  return {
    projectId,
    text: question.trim().slice(0, 4000),
    history: history ?? [],
    contact: '',
    signal: new AbortController().signal,
  };
}

/** Asks one question: once as far as retrieval to look at it, once whole. */
export async function observe(bench: Workbench, group: Group, at: Ingested, asked: SetQuestion): Promise<Observation> {
  const question = asQuestion(at.projectId, asked);
  const scored = (sourceId: string, text: string, page: number | null | undefined): ScoredText => ({
    doc_id: at.documents.get(sourceId)?.doc_id ?? '',
    text,
    ...(page ? { page } : {}),
  });
  const passages = await rankedPassages(bench, question);
  const started = performance.now();
  const answer = await toAnswer(bench.answerer.answer(question));
  const milliseconds = performance.now() - started;
  const judge = (texts: ScoredText[]) => group.scoring.judge(asked, texts, group.loaded);
  return {
    question: asked,
    retrieved: judge(passages.slice(0, 10).map(({ sourceId, text, page }) => scored(sourceId, text, page))),
    cited: judge(answer.citations.map(({ source_id, text, page }) => scored(source_id, text, page))),
    answer,
    refused: answer.finishReason === 'refused',
    notVerbatim: await countNotVerbatim(bench, at.projectId, answer),
    milliseconds,
  };
}

async function rankedPassages({ store, embedder }: Workbench, question: Question) {
  const found = await find({ store, embedder }, question, understand(question));
  return inReadingOrder(found, embedder).map(({ passage }) => passage);
}

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

async function countNotVerbatim({ store }: Workbench, projectId: string, answer: Answer): Promise<number> {
  let count = 0;
  for (const citation of answer.citations) {
    const document = await store.documents.bySource(projectId, citation.source_id);
    const text = document?.text ?? '';
    const verbatim =
      citation.quote !== '' &&
      citation.text.includes(citation.quote) &&
      text.includes(citation.text) &&
      text.slice(citation.quoteStart, citation.quoteEnd) === citation.quote &&
      withoutSpace(answer.text).includes(withoutSpace(citation.quote)) &&
      answer.text.includes(`[${citation.id}]`);
    if (!verbatim) count++;
  }
  return count;
}
