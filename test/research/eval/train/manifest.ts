import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is trained on (manifest.json). */
export interface Manifest {
  /** Of every draw. */
  seed: number;
  sets: TrainingSet[];
  /** Of the questions that were written to train the reader, how many are drawn about each of these documentations, and among how many pages at most. */
  written: { questions: number; pages: number; repositories: string[] };
  limits: {
    /** Questions of each group, and of other groups put to it. */
    questions: number;
    foreign: number;
    /** Questions of the other documentations put to each. */
    fromOtherDocumentations: number;
  };
  /** What a question counts in the fit of the certainty, by its kind. */
  kindWeights: { answerable: number; unanswerable: number; elsewhere: number; 'off-topic': number };
  /** How far weights are held near 0. */
  ridge: { ranking: number; certainty: number };
  /**
   * Where the thresholds lie: above which share of the questions of a kind, in the sets used for thresholds. `read`: of the
   * answerable ones, with the reader, which tells them better from those off the topic.
   */
  thresholds: {
    refuse: { answerable: number; read: number };
    sure: { unanswerable: number };
    askModel: { answerable: number; read: number };
  };
}

export interface TrainingSet {
  /** Of a set, `docs-qa/` and the name of a documentation, or `WRITTEN`. */
  name: string;
  /** What all of its questions count together in the fit of each; it is left out where this is absent. */
  ranking?: number;
  certainty?: number;
  /** Are the thresholds chosen on its questions? */
  thresholds?: true;
}

export const DOCUMENTATIONS = 'docs-qa/';
/** The set of the written questions. */
export const WRITTEN = 'written';

/** The manifest of this folder, or of another file. */
export function readManifest(path: string | URL = new URL('manifest.json', import.meta.url)): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** Is the folder of a set there? */
export const isThere = (data: string, name: string): boolean => existsSync(join(data, name, 'questions.jsonl'));

/** The first twelve digits of the SHA-256 of a file. */
export const digestOfFile = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12);

/** The first twelve digits of the SHA-256 of a set: of the names and contents of its files. */
export function digestOf(data: string, name: string): string {
  const hash = createHash('sha256');
  const paths = readdirSync(join(data, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) hash.update(path.slice(data.length)).update('\0').update(readFileSync(path));
  return hash.digest('hex').slice(0, 12);
}
