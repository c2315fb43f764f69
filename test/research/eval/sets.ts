import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HistoryMessage } from '../../../server/answering/types.ts';
import { readJsonLines } from '../json-lines.ts';

/** A document of a question set, with its text or with a file in the set's folder. */
export interface SetDocument {
  doc_id: string;
  title: string;
  lang: string;
  format: string;
  text?: string;
  path?: string;
  /** The name of the uploaded file. Default: from the title. */
  filename?: string;
}

export interface SetQuestion {
  id: string;
  lang: string;
  question: string;
  answers: string[];
  answer_type: 'extractive' | 'abstractive' | 'evidence';
  answerable: boolean;
  gold: { doc_id: string; passage_id?: string; page?: number }[];
  history?: HistoryMessage[];
}

/** A cited or retrieved text, for the scoring rules. */
export interface ScoredText {
  doc_id: string;
  page?: number;
  text: string;
}

/** The ranks of the first right document, passage and answer, from 1; 0 if none is right, null if the set has no such gold. */
export interface Judgement {
  doc: number;
  hit: number | null;
  ans: number | null;
}

/** The scoring rules that come with the data. They do not depend on chunking or on Footnote. */
export interface Scoring {
  load(folder: string): unknown;
  judge(question: SetQuestion, results: ScoredText[], loaded: unknown): Judgement;
}

/** The content of one project: a set, or one language of a multilingual set. */
export interface Group {
  name: string;
  set: string;
  language: string;
  folder: string;
  documents: SetDocument[];
  questions: SetQuestion[];
  /** The set as the scoring rules have loaded it. */
  loaded: unknown;
  scoring: Scoring;
}

/** The folder of the open question sets; null if they are missing. */
export function dataFolder(): string | null {
  const candidates = ['../../../../shared/data/', '../../../../../shared/data/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((path) => existsSync(join(path, 'score.mjs'))) ?? null;
}

/** The names of the available sets. */
export function setNames(data: string): string[] {
  return readdirSync(data).filter((name) => existsSync(join(data, name, 'questions.jsonl')));
}

/** The groups of a set, one per language. */
export async function loadGroups(data: string, set: string): Promise<Group[]> {
  const folder = join(data, set);
  const scoring = (await import(join(data, 'score.mjs'))) as Scoring;
  const loaded = scoring.load(folder);
  const documents = readJsonLines<SetDocument>(join(folder, 'documents.jsonl'));
  const questions = readJsonLines<SetQuestion>(join(folder, 'questions.jsonl'));
  const languages = [...new Set(documents.map(({ lang }) => lang))];
  return languages.map((language) => ({
    name: languages.length === 1 ? set : `${set} ${language}`,
    set,
    language,
    folder,
    documents: documents.filter(({ lang }) => lang === language),
    questions: questions.filter(({ lang }) => lang === language),
    loaded,
    scoring,
  }));
}

/** Draws `count` items without replacement and keeps their order. Returns all if there are no more. */
export function draw<Item>(items: Item[], count: number, random: () => number): Item[] {
  if (items.length <= count) return items;
  const order = items.map((_, at) => ({ at, key: random() })).sort((a, b) => a.key - b.key);
  const drawn = new Set(order.slice(0, count).map(({ at }) => at));
  return items.filter((_, at) => drawn.has(at));
}
