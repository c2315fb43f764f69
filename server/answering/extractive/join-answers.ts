import { closestPassagesLead, contactReply, moreNote, outlineNote, refusalReply } from '../output/canned-replies.ts';
import { escapeInline } from '../passages/markdown-text.ts';
import type { Excerpt } from '../passages/render-excerpt.ts';
import type { SearchResult } from '../retrieval/search.ts';
import { leadsOn } from './excerpts/choose-excerpts.ts';
import { holds } from './excerpts/compare-excerpts.ts';
import type { Quotes } from './quote-excerpts.ts';

/** What was found for one question of a message. */
export interface FoundAnswer {
  question: string;
  result: SearchResult;
  /** Best first; none where the documents do not answer. */
  excerpts: Excerpt[];
  sure: boolean;
  probability: number;
}

/** The best excerpt for each question, below it, with the beginning of what it leads into; questions that one excerpt answers stand together. Null if there is none. */
export function joinAnswers(answers: FoundAnswer[], contact: string): Quotes | null {
  const [{ result }] = answers as [FoundAnswer];
  const { languages } = result;
  const groups: { excerpt: Excerpt | undefined; below: Excerpt[]; questions: string[]; sure: boolean }[] = [];
  for (const { question, excerpts, sure } of answers) {
    const [excerpt, ...others] = excerpts;
    const below = excerpt && leadsOn(excerpt) ? others.filter((one) => isOfPage(one, excerpt)).slice(0, 1) : [];
    const same = excerpt && groups.find((group) => group.excerpt && holds(group.excerpt, excerpt.passage));
    if (!same) groups.push({ excerpt, below, questions: [question], sure });
    else {
      same.questions.push(question);
      same.sure ||= sure;
    }
  }
  const leads = new Map<Excerpt, string>();
  let missing = '';
  for (const { excerpt, questions, sure } of groups) {
    const asked = questions.map((question) => `**${escapeInline(question.replace(/\s+/g, ' '))}**`).join('\n\n');
    const said = excerpt ? (sure ? '' : closestPassagesLead(languages)) : refusalReply(languages, '');
    const lead = [missing, asked, said].filter(Boolean).join('\n\n');
    missing = excerpt ? '' : lead;
    if (excerpt) leads.set(excerpt, lead);
  }
  if (leads.size === 0) return null;
  const isWhole = groups.every(({ excerpt, sure }) => excerpt && sure);
  const closing = [missing, isWhole ? '' : contactReply(languages, contact)];
  return {
    excerpts: groups.flatMap(({ excerpt, below }) => (excerpt ? [excerpt, ...below] : [])),
    reason: groups.some(({ excerpt, sure }) => excerpt && sure) ? 'stop' : 'unsure',
    lead: '',
    closing: closing.filter(Boolean).join('\n\n'),
    more: (count) => moreNote(languages, count),
    outline: (sections) => outlineNote(languages, sections),
    leads,
  };
}

const isOfPage = (one: Excerpt, other: Excerpt) => one.passage.sourceId === other.passage.sourceId;
