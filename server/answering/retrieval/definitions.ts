import { isFunctionWord } from '../../language/function-words.ts';
import { queryTerms } from '../../language/read-question.ts';
import { QUESTION_VOCABULARY } from '../../language/vocabulary/question-vocabulary.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import { adjustLogits, type RankedPassage } from './feature-rerank.ts';
import type { MatchedPassage, MatchedSentence } from './match-passage.ts';

/** How much likelier a passage is the one that says what the thing is, in logits. */
const DEFINITION_LOGIT = 2;
/** A longer question asks for more than what a thing is. In words. */
const MAX_WORDS = 8;
/** A sentence whose beginning has another name in parentheses. */
const OTHER_NAME = /^(?<before>[^()]{1,80}) \((?<other>[^()]{1,80})\)(?<after>.*)/s;

/** What a question asks to define. */
export interface AskedToDefine {
  terms: string[];
  /** How many words name it. */
  words: number;
  /** Of the sentence that says what it is. */
  articles: string[];
  verbs: string[];
}

/**
 * “What is a setup key?” is answered by “A setup key is …”: where passages with such a sentence were found, they come before those
 * that only have the words.
 */
export function rankDefinitionsFirst(
  ranked: RankedPassage[],
  { text, language }: Pick<ContextualizedQuery, 'text' | 'language'>,
): RankedPassage[] {
  const asked = askedToDefine(text, language);
  if (!asked) return ranked;
  const defines = ranked.map(({ match }) => definitionIn(match, asked) !== undefined);
  return defines.includes(true) ? adjustLogits(ranked, (at) => (defines[at] ? DEFINITION_LOGIT : 0)) : ranked;
}

/** Null where the question asks for anything else. */
export function askedToDefine(question: string, language: string): AskedToDefine | null {
  const vocabulary = QUESTION_VOCABULARY[language]?.definition;
  const text = question.trim().toLowerCase().replaceAll('’', "'").replace(/^¿/, '');
  const beginning = vocabulary?.asking.split('|').find((one) => text.startsWith(one));
  if (!vocabulary || beginning === undefined) return null;
  const named = text.slice(beginning.length).match(/[^\s?!]+/g) ?? [];
  if (named.length > MAX_WORDS || named.every((word) => isFunctionWord(word, language))) return null;
  const terms = queryTerms(named.join(' '), [language]);
  return { terms, words: named.length, articles: vocabulary.articles.split(' '), verbs: vocabulary.verbs.split(' ') };
}

/** The sentence that says what the thing is: it begins with an article or none, its name, and the verb. */
export function definitionIn(
  { passage, sentences }: MatchedPassage,
  { terms, words, articles, verbs }: AskedToDefine,
): MatchedSentence | undefined {
  const names = (sentence: string) => {
    const beginning = sentence.split(/\s+/, words + 2);
    const name = articles.includes(beginning[0] ?? '') ? 1 : 0;
    const verb = beginning.findIndex((word) => verbs.includes(word));
    if (verb <= name || verb > name + words) return false;
    const said = queryTerms(beginning.slice(name, verb).join(' '), [passage.language]);
    return terms.every((term) => said.includes(term));
  };
  return sentences.find(({ start, end, matched }) => {
    const sentence = passage.text.slice(start, end).trim().toLowerCase();
    return terms.every((term) => matched.has(term)) && byEitherName(sentence).some(names);
  });
}

/** “Two-factor authentication (2FA) is …” says what both are: the sentence with each name alone. */
function byEitherName(sentence: string): string[] {
  const { before = '', other = '', after = '' } = OTHER_NAME.exec(sentence)?.groups ?? {};
  return other === '' ? [sentence] : [before + after, other + after];
}
