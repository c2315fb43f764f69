import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonLines } from '../../json-lines.ts';

/** What a sentence of an answer is, judged by its passages. `absent`: they say nothing of it. */
export type Label = 'supported' | 'contradicted' | 'absent' | 'not-a-claim';
export const LABELS: Label[] = ['supported', 'contradicted', 'absent', 'not-a-claim'];

/** How large the model is that writes so: 1 to 3 billion parameters, 8, 70, or one that thinks before it answers. */
export type Family = '1-3B' | '8B' | '70B' | 'reasoning';
export const FAMILIES: Family[] = ['1-3B', '8B', '70B', 'reasoning'];

/** A passage, named by its document and some words in it. */
export interface PassageName {
  document: string;
  words: string;
}

/** A question of an open set, and the passages of its prompt: those of number 1 first. */
export interface RecordedQuestion {
  set: string;
  id: string;
  passages: PassageName[][];
}

export interface RecordedAnswer {
  question: string;
  family: Family;
  /** Sent as `reasoning_content` before the text. */
  thinking?: string;
  /** The first request ends at its limit, in the middle of the thinking; the second one is answered. */
  stalls?: boolean;
  /** The text is cut off at its limit. */
  cut?: boolean;
  /** The number of a passage that says what is right, if the model gives no marker. */
  saidBy?: number;
  /** Joined, these are what the model writes. `§2` is the number that passage 2 has in the prompt. */
  text: [label: Label, text: string][];
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
export const QUESTIONS_FILE = join(HERE, 'questions.jsonl');
const ANSWERS_FOLDER = join(HERE, 'answers');

export function readLines<Line>(path: string): Line[] {
  return existsSync(path) ? readJsonLines(path) : [];
}

export const recordedQuestions = (): RecordedQuestion[] => readLines(QUESTIONS_FILE);

export const recordedAnswers = (): RecordedAnswer[] =>
  readdirSync(ANSWERS_FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readLines<RecordedAnswer>(join(ANSWERS_FOLDER, name)));
