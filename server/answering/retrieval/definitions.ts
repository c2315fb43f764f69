import { isFunctionWord } from '../../language/function-words.ts';
import { queryTerms } from '../../language/read-question.ts';
import { asInVocabulary, QUESTION_VOCABULARY } from '../../language/vocabulary/question-vocabulary.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import { adjustLogits, type RankedPassage } from './feature-rerank.ts';
import { headingPath } from './heading-path.ts';
import type { MatchedPassage, MatchedSentence } from './match-passage.ts';

/** How much likelier a passage is the one that says what the thing is, in logits. */
const DEFINITION_LOGIT = 5;
/** The same of the beginning of a section that is named for the thing, where no sentence defines it. */
const BEGINNING_LOGIT = 3;
/** A longer question asks for more than what a thing is. In words. */
const MAX_WORDS = 8;
/** A sentence whose beginning has another name in parentheses. */
const OTHER_NAME = /^(?<before>[^()]{1,80}) \((?<other>[^()]{1,80})\)(?<after>.*)/s;

/** A short word and a name: “in Kilnhouse”, “In Kilnhouse,”. */
const PLACE = /(?<=^| )(\p{L}{2,4}) \p{Lu}[^\s,]{0,40},?(?: |$)/gu;

/** What a question asks to define. */
export interface AskedToDefine {
  terms: string[];
  /** How many words name it, without an article. */
  words: number;
  /** Of the sentence that says what it is. */
  articles: string[];
  verbs: string[];
  /** Stands before the name of what it is part of. A language whose other nouns have capitals has none. */
  within?: string | undefined;
}

/**
 * “What is a setup key?” is answered by “A setup key is …”: where passages with such a sentence were found, they come before those
 * that only have the words. A section whose heading asks the same comes before these. Where neither was found, of a section that is
 * named for the thing and has several passages, the first one found.
 */
export function rankDefinitionsFirst(
  ranked: RankedPassage[],
  { text, language }: Pick<ContextualizedQuery, 'text' | 'language'>,
): RankedPassage[] {
  const asked = askedToDefine(text, language);
  if (!asked) return ranked;
  const matches = ranked.map(({ match }) => match);
  const rankFirst = (some: MatchedPassage[], by: number) => adjustLogits(ranked, (match) => some.includes(match), by);
  const replies = beginningsOf(matches.filter((match) => asksTheSame(match, asked, language)));
  if (replies.length > 0) return rankFirst(replies, DEFINITION_LOGIT);
  const defining = matches.filter((match) => definitionIn(match, asked));
  if (defining.length > 0) return rankFirst(defining, DEFINITION_LOGIT);
  return rankFirst(beginningsOf(matches.filter((match) => isNamed(match, asked))), BEGINNING_LOGIT);
}

/** Does its last heading ask to define the same? */
function asksTheSame({ passage }: MatchedPassage, { terms }: AskedToDefine, language: string): boolean {
  const asked = askedToDefine(passage.headings.at(-1) ?? '', language);
  return asked !== null && asked.terms.length === terms.length && terms.every((term) => asked.terms.includes(term));
}

/** Is its last heading the name of the thing? */
const isNamed = ({ headingMatch, inHeadings }: MatchedPassage, { terms }: AskedToDefine) =>
  headingMatch === 1 && terms.every((term) => inHeadings.has(term));

/** Of each section of these passages, the first one. */
function beginningsOf(matches: MatchedPassage[]): MatchedPassage[] {
  const sections = Map.groupBy(matches, ({ passage }) => [passage.sourceId, ...headingPath(passage)].join('\n'));
  return [...sections.values()].flatMap((found) =>
    found.toSorted((one, other) => one.passage.seq - other.passage.seq).slice(0, 1),
  );
}

/** Null where the question asks for anything else. */
export function askedToDefine(question: string, language: string): AskedToDefine | null {
  const vocabulary = QUESTION_VOCABULARY[language]?.definition;
  const text = asInVocabulary(question);
  const beginning = vocabulary?.asking.split('|').find((one) => text.startsWith(one));
  if (!vocabulary || beginning === undefined) return null;
  const named = text.slice(beginning.length).match(/[^\s?!]+/g) ?? [];
  if (named.length > MAX_WORDS || named.every((word) => isFunctionWord(word, language))) return null;
  const terms = queryTerms(named.join(' '), [language]);
  const articles = vocabulary.articles.split(' ');
  const words = articles.includes(named[0] ?? '') ? named.length - 1 : named.length;
  return { terms, words, articles, verbs: vocabulary.verbs.split(' '), within: vocabulary.within };
}

/** The sentence that says what the thing is: it begins with an article or none, its name, the place where it is or none, and the verb. */
export function definitionIn(
  { passage, sentences }: MatchedPassage,
  { terms, words, articles, verbs, within }: AskedToDefine,
): MatchedSentence | undefined {
  const names = (sentence: string) => {
    const beginning = sentence.split(/,?\s+/, words + 2);
    const name = articles.includes(beginning[0] ?? '') ? 1 : 0;
    const verb = beginning.findIndex((word) => verbs.includes(word));
    if (verb <= name || verb > name + words) return false;
    const said = queryTerms(beginning.slice(name, verb).join(' '), [passage.language]);
    return said.length > 0 && terms.every((term) => said.includes(term)) && said.every((term) => terms.includes(term));
  };
  return sentences.find(({ start, end, matched }) => {
    if (!terms.every((term) => matched.has(term))) return false;
    const sentence = withoutPlace(passage.text.slice(start, end).trim(), within);
    return byEitherName(sentence.toLowerCase()).some(names);
  });
}

/** “Rooms in Kilnhouse are …” and “In Kilnhouse, rooms are …” say what rooms are. */
const withoutPlace = (sentence: string, within: string | undefined): string =>
  sentence.replace(PLACE, (place, word: string) => (word.toLowerCase() === within ? '' : place));

/** “Two-factor authentication (2FA) is …” says what both are: the sentence with each name alone. */
function byEitherName(sentence: string): string[] {
  const { before = '', other = '', after = '' } = OTHER_NAME.exec(sentence)?.groups ?? {};
  return other === '' ? [sentence] : [before + after, other + after];
}
