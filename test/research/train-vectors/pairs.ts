import { unitsOf } from '../../../server/engines/builtin/units.ts';
import { createTokenReader } from '../../../server/language/token-reader.ts';
import type { CorpusPage } from './corpus.ts';

/** A text as the ids of its units. */
export type Units = number[];

interface Part {
  title: Units;
  heading: Units;
  sentences: Units[];
}

/** The sections of one product in one language, or in two. A batch is drawn from few groups, so that its negatives are hard. */
interface Group {
  /** The sections to draw from; with `translated`, the same section in another language. */
  parts: { part: Part; translated?: Part }[];
  weight: number;
  english: boolean;
}

/** A question in a user's words (questions.jsonl), and the section that answers it. */
export interface Asked {
  /** Of the manifest: the repository, where it names no other. */
  product: string;
  page: string;
  /** The position of the section in its page, from 0. */
  section: number;
  question: string;
}

export interface Pair {
  query: Units;
  passage: Units;
}

export interface Pairs {
  /** All units by their ids. */
  units: string[];
  /** The number of occurrences of each unit. */
  counts: number[];
  /** Draws a batch of pairs from a few groups. */
  batch(size: number): Pair[];
  sections: number;
  translated: number;
  questions: number;
}

/** About the size of a chunk of the server. */
const PASSAGE_UNITS = 160;
const GROUPS_PER_BATCH = 2;
const MIN_SECTION_UNITS = 6;
const TRANSLATED_SHARE = 0.2;
/** Batches of questions, each of so many products: a quarter of their pairs are questions, and half at most. */
const QUESTION_SHARE = 0.3;
const PRODUCTS_PER_BATCH = 8;
/** Pages in languages other than English are fewer, and more of them are machine translations. */
const OTHER_LANGUAGE_WEIGHT = 0.5;

/** Common beginnings of questions. They are added to queries so that their words get low weights. */
const QUESTIONS = [
  'how do i',
  'how to',
  'how can i',
  'how can we',
  'what is',
  'what are',
  'why does',
  'why is',
  'where do i find',
  'is it possible to',
  'can i',
  'do i need',
  'which',
  'when should i use',
  'is there a way to',
  'what happens with',
  'i want to',
  'we need to',
  'my',
  'what do i have to do for',
  'tell me about',
  'does it support',
]; // prettier-ignore

/**
 * Draws pairs of a question, or a text like one, and the passage that answers it. The same `random` gives the same pairs.
 */
export function createPairs(pages: CorpusPage[], asked: Asked[], random: () => number): Pairs {
  const numbers = new Map<string, number>();
  const units: string[] = [];
  const counts: number[] = [];
  const read = createTokenReader(200_000, () => (token) => unitsOf(token).map(numberOf));
  function numberOf(unit: string): number {
    let number = numbers.get(unit);
    if (number === undefined) {
      number = units.length;
      numbers.set(unit, number);
      units.push(unit);
      counts.push(0);
    }
    return number;
  }
  const toUnits = (text: string): Units => {
    const found = read(text).flat();
    for (const unit of found) counts[unit] = (counts[unit] ?? 0) + 1;
    return found;
  };
  const questions = QUESTIONS.map((words) => read(words).flat());

  const groups = new Map<string, Group>();
  const pagesByName = new Map<string, { language: string; levels: string; parts: Part[] }[]>();
  for (const page of pages) {
    const parts = partsOf(page, toUnits);
    const key = `${page.product} ${page.language}`;
    const group = groups.get(key) ?? { parts: [], weight: 0, english: page.language === 'en' };
    groups.set(key, group);
    group.parts.push(...parts.filter(isWorthReading).map((part) => ({ part })));
    const name = `${page.product} ${page.name}`;
    const levels = page.sections.map(({ level }) => level).join();
    pagesByName.set(name, [...(pagesByName.get(name) ?? []), { language: page.language, levels, parts }]);
  }
  const translations = new Map<string, Group>();
  for (const [name, versions] of pagesByName) addTranslations(translations, name.split(' ')[0] ?? '', versions);

  const [own, translated] = [weigh(groups), weigh(translations)];
  const questionGroups = groupQuestions(asked, pagesByName, groups, toUnits);
  return {
    units,
    counts,
    sections: own.reduce((sum, { parts }) => sum + parts.length, 0),
    translated: translated.reduce((sum, { parts }) => sum + parts.length, 0),
    questions: questionGroups.reduce((sum, { questions }) => sum + questions.length, 0),
    batch(size) {
      if (questionGroups.length > 0 && random() < QUESTION_SHARE) return questionBatch(questionGroups, size, random);
      const from = translated.length > 0 && random() < TRANSLATED_SHARE ? translated : own;
      const chosen = Array.from({ length: GROUPS_PER_BATCH }, () => pick(from, random));
      const used = new Set<Part>();
      const pairs: Pair[] = [];
      for (let tries = 0; pairs.length < size && tries < 20 * size; tries++) {
        const group = chosen[tries % chosen.length];
        const drawn = group?.parts[Math.floor(random() * group.parts.length)];
        if (!group || !drawn || used.has(drawn.part)) continue;
        used.add(drawn.part);
        const pair = drawn.translated
          ? translatedPair(drawn.part, drawn.translated, random)
          : ownPair(drawn.part, group.english ? questions : [], random);
        if (pair.query.length > 0 && pair.passage.length > 0) pairs.push(pair);
      }
      return pairs;
    },
  };
}

/** The questions about a product, and all of its sections, among which each finds its own. */
interface QuestionGroup {
  questions: { question: Units; part: Part }[];
  parts: Part[];
}

function groupQuestions(
  asked: Asked[],
  pagesByName: Map<string, { language: string; parts: Part[] }[]>,
  groups: Map<string, Group>,
  toUnits: (text: string) => Units,
): QuestionGroup[] {
  const found = new Map<string, QuestionGroup>();
  for (const { product, page, section, question } of asked) {
    const english = pagesByName.get(`${product} ${page}`)?.find(({ language }) => language === 'en');
    const part = english?.parts[section];
    if (!part || !isWorthReading(part)) throw new Error(`${product} ${page} has no section ${section} to ask about.`);
    const parts = groups.get(`${product} en`)?.parts.map((one) => one.part) ?? [];
    const group = found.get(product) ?? { questions: [], parts };
    found.set(product, group);
    group.questions.push({ question: toUnits(question), part });
  }
  return [...found.values()];
}

/** As many questions as other pairs of each product, at most. */
function questionBatch(groups: QuestionGroup[], size: number, random: () => number): Pair[] {
  const pairs: Pair[] = [];
  const used = new Set<Part>();
  const each = size / PRODUCTS_PER_BATCH;
  const chosen = Array.from({ length: PRODUCTS_PER_BATCH }, () => groups[Math.floor(random() * groups.length)]);
  for (const group of chosen) {
    if (!group) continue;
    for (let tries = 0; tries < each; tries++) {
      const isQuestion = tries < each / 2;
      const from = isQuestion ? group.questions : group.parts;
      const drawn = from[Math.floor(random() * from.length)];
      const part = drawn && ('part' in drawn ? drawn.part : drawn);
      if (!part || used.has(part)) continue;
      used.add(part);
      const pair = drawn && 'question' in drawn ? questionPair(drawn, random) : ownPair(part, [], random);
      if (pair.query.length > 0 && pair.passage.length > 0) pairs.push(pair);
    }
  }
  return pairs;
}

function questionPair({ question, part }: { question: Units; part: Part }, random: () => number): Pair {
  const { from, to } = windowOf(part, random);
  const { title, heading, sentences } = part;
  const passage = [
    ...(random() < 0.5 ? title : []),
    ...(random() < 0.5 ? heading : []),
    ...sentences.slice(from, to).flat(),
  ];
  return { query: question, passage: thinned(passage, question, random) };
}

function partsOf(page: CorpusPage, toUnits: (text: string) => Units): Part[] {
  const title = toUnits(page.title);
  return page.sections.map(({ heading, sentences }, at) => ({
    title,
    heading: toUnits(at === 0 && page.description ? page.description : heading),
    sentences: sentences.map(toUnits).filter((sentence) => sentence.length > 0),
  }));
}

const isWorthReading = ({ sentences }: Part) =>
  sentences.reduce((sum, sentence) => sum + sentence.length, 0) >= MIN_SECTION_UNITS;

/** Adds sections of pages whose headings have the same structure in two languages. */
function addTranslations(
  groups: Map<string, Group>,
  product: string,
  versions: { language: string; levels: string; parts: Part[] }[],
): void {
  for (const one of versions) {
    for (const other of versions) {
      if (one.language === other.language || one.levels !== other.levels) continue;
      // One of the two languages must be English.
      if (one.language !== 'en' && other.language !== 'en') continue;
      const key = `${product} ${one.language} ${other.language}`;
      const group = groups.get(key) ?? { parts: [], weight: 0, english: false };
      groups.set(key, group);
      one.parts.forEach((part, at) => {
        const translated = other.parts[at];
        if (translated && isWorthReading(part) && isWorthReading(translated)) group.parts.push({ part, translated });
      });
    }
  }
}

/** Sets the sampling weight of each group, which grows more slowly than its size. */
function weigh(groups: Map<string, Group>): Group[] {
  const found = [...groups.values()].filter(({ parts }) => parts.length > 20);
  for (const group of found) group.weight = Math.sqrt(group.parts.length) * (group.english ? 1 : OTHER_LANGUAGE_WEIGHT);
  return found;
}

function pick(groups: Group[], random: () => number): Group | undefined {
  let drawn = random() * groups.reduce((sum, { weight }) => sum + weight, 0);
  return groups.find(({ weight }) => {
    drawn -= weight;
    return drawn < 0;
  });
}

/** A window of whole sentences of about the size of a chunk. It contains the sentence `around`, if given. */
function windowOf({ sentences }: Part, random: () => number, around?: number): { from: number; to: number } {
  let from = around ?? Math.floor(random() * random() * sentences.length);
  let length = sentences[from]?.length ?? 0;
  let to = from + 1;
  for (;;) {
    const before = around !== undefined && from > 0 && (to === sentences.length || random() < 0.5);
    if (!before && to === sentences.length) break;
    const next = sentences[before ? from - 1 : to]?.length ?? 0;
    if (length + next > PASSAGE_UNITS) break;
    length += next;
    if (before) from -= 1;
    else to += 1;
  }
  return { from, to };
}

function ownPair(part: Part, questions: Units[], random: () => number): Pair {
  const { title, heading, sentences } = part;
  if (heading.length > 0 && (sentences.length < 3 || random() < 0.5)) {
    const { from, to } = windowOf(part, random);
    const question = random() < 0.3 ? (questions[Math.floor(random() * questions.length)] ?? []) : [];
    const query = [...question, ...(random() < 0.4 ? title : []), ...heading];
    const passage = [...(random() < 0.4 ? title : []), ...sentences.slice(from, to).flat()];
    return { query, passage: thinned(passage, query, random) };
  }
  const asked = Math.floor(random() * sentences.length);
  const { from, to } = windowOf(part, random, asked);
  const query = sentences[asked] ?? [];
  const rest = sentences.slice(from, to).filter((_, at) => from + at !== asked);
  const passage = [...(random() < 0.5 ? title : []), ...(random() < 0.5 ? heading : []), ...rest.flat()];
  return { query, passage: thinned(passage, query, random) };
}

function translatedPair(part: Part, translated: Part, random: () => number): Pair {
  const { from, to } = windowOf(part, random, Math.floor(random() * random() * part.sentences.length));
  const share = (at: number) => Math.round((at * translated.sentences.length) / part.sentences.length);
  const kind = random();
  const passage = translated.sentences.slice(share(from), Math.max(share(from) + 1, share(to))).flat();
  const withHeading = random() < 0.5 ? [...translated.heading, ...passage] : passage;
  if (part.heading.length > 0 && kind < 0.4) return { query: part.heading, passage: withHeading };
  if (part.heading.length > 0 && kind < 0.5) return { query: part.heading, passage: translated.heading };
  const until = kind < 0.75 ? from + 1 : to;
  return {
    query: part.sentences.slice(from, until).flat().slice(0, PASSAGE_UNITS),
    passage: withHeading.slice(0, PASSAGE_UNITS),
  };
}

/**
 * Removes some words of the query from half of the passages. The text index finds passages that share words with the
 * question, and the vectors should learn to find the others.
 */
function thinned(passage: Units, query: Units, random: () => number): Units {
  if (random() < 0.5) return passage;
  const gone = new Set(query.filter(() => random() < 0.6));
  const rest = passage.filter((unit) => !gone.has(unit));
  return rest.length > 3 ? rest : passage;
}
