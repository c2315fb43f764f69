import type { AnswerTrace, TextRange, TokenUsage } from '@footnote/sdk/contract';
import type {
  AnswerEvent,
  CitedPassage,
  CorrectedQuestion,
  FinishReason,
  NoSourcesReason,
  Passage,
  UsedCuratedAnswer,
} from '../types.ts';

/** An answer so far: the sum of its events. */
export interface AnswerState {
  text: string;
  citations: CitedPassage[];
  suggestions: string[];
  unsupported: TextRange[];
  /** Null until the last event. */
  usage: TokenUsage | null;
  finishReason: FinishReason | null;
  /** Of a refusal: why there was no document to search. */
  noSources?: NoSourcesReason;
  /** How likely the documents answer, 0–1; absent where that is not known. */
  certainty?: number;
  /** The question was misspelt, and answered as corrected. */
  corrected?: CorrectedQuestion;
  /** The owner has written it. */
  curated?: UsedCuratedAnswer;
  /** Of an answer that is unsure and of a refusal: a passage of each page that comes nearest. */
  nearest?: Passage[];
  /** It could not be stored. */
  kept?: false;
}

export const EMPTY_ANSWER: AnswerState = {
  text: '',
  citations: [],
  suggestions: [],
  unsupported: [],
  usage: null,
  finishReason: null,
};

/** Adds one event to an answer. A verdict or a revision replaces the text and the citations before it. */
export function reduceAnswer(answer: AnswerState, event: AnswerEvent): AnswerState {
  switch (event.type) {
    case 'status':
      return answer;
    case 'corrected':
      return { ...answer, corrected: event.corrected };
    case 'curated':
      return { ...answer, curated: event.curated };
    case 'text':
      return { ...answer, text: answer.text + event.delta };
    case 'citations':
      return { ...answer, citations: event.citations };
    case 'verdict':
      return { ...answer, text: event.response, citations: [] };
    case 'revision':
      return { ...answer, text: event.response, citations: event.citations };
    case 'finish': {
      const { type, reason, ...rest } = event;
      return { ...answer, finishReason: reason, ...rest };
    }
  }
}

const OUTCOMES: Record<FinishReason, AnswerTrace['verdict']['outcome']> = {
  stop: 'answered',
  unsure: 'unsure',
  length: 'answered',
  refused: 'refused',
  aborted: 'aborted',
  error: 'failed',
};

/** The outcome that traces and usage counters record for a finish reason. */
export const answerOutcome = (reason: FinishReason): AnswerTrace['verdict']['outcome'] => OUTCOMES[reason];
