import { QUESTION_VOCABULARY } from '../../language/vocabulary/question-vocabulary.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { Passage } from '../types.ts';
import { type RankedPassage, rankLower } from './feature-rerank.ts';
import { namesOfPage, pathsOfPage } from './page-names.ts';

/** Names of folders and pages that tell what was new once: posts, news, release notes. Without what separates their words. */
const NEWS = new Set(
  'blog blogs news newsroom announcements changelog changelogs changes releases releasenotes whatsnew'.split(' '),
);
/** The same with words before it: `mobile-changelog`, `v2-release-notes`, `important-upgrade-notes`. */
const NOTES = /(?:changelog|releasenotes|upgradenotes|versionhistory)$/;
/** A post is often named by its day: `2026-11-02-release.md`, `2026/11/02/release`, `2026/11-02-release`. */
const DAY = /(?:^|\/|__)(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2])[-/](?:0?[1-9]|[12]\d|3[01])(?!\d)/;
/** A version or a year. */
const VERSION = /(?<![\p{L}\p{N}])v?\d+\.\d|(?<!\d)(?:19|20)\d\d(?!\d)/iu;

/**
 * By how much a passage of news is less likely the one, in logits, beside one of the documentation. Of 52 questions to two
 * documentations with a blog, 1.5 makes three answers better, three shorter and one worse; 2.5 made another one worse.
 */
const NEWS_LOGIT = 1.5;

/**
 * News tell what was new once, in all words of their subject, and rarely how a thing is done: where documentation and news were
 * found, documentation comes first, unless the question is about news.
 */
export function rankNewsLower(
  ranked: RankedPassage[],
  { text, language }: Pick<ContextualizedQuery, 'text' | 'language'>,
): RankedPassage[] {
  return asksForNews(text, language) ? ranked : rankLower(ranked, isNews, NEWS_LOGIT);
}

/** Is the passage of a post, of news or of release notes, by the path of its page? */
export function isNews(page: Pick<Passage, 'address' | 'sourceName' | 'title'>): boolean {
  return (
    pathsOfPage(page).some((path) => DAY.test(path)) ||
    namesOfPage(page).some((name) => NEWS.has(name) || NOTES.test(name))
  );
}

/** Does a question in this language ask for what has changed, or of a version or a year? */
export function asksForNews(question: string, language: string): boolean {
  if (VERSION.test(question)) return true;
  const beginnings = (QUESTION_VOCABULARY[language]?.news ?? QUESTION_VOCABULARY.en?.news ?? '').split(' ');
  const words = question.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => beginnings.some((beginning) => word.startsWith(beginning)));
}
