import type { ProjectOverview, UsageQuery } from '@footnote/sdk/contract';
import type { UnansweredFinder } from '../answering/types.ts';
import { utcDay } from '../platform/utc-day.ts';
import type { AskedQuestion, Store } from '../store/types.ts';
import { mostFrequentWording } from './answers/most-frequent-wording.ts';
import { alertOf, roundedShare } from './answers/rising-refusals.ts';
import type { Usage } from './answers/usage.ts';
import { usageRange } from './answers/usage-report.ts';
import type { ProjectStorageService } from './sources/project-storage.ts';

const DAY_MS = 24 * 60 * 60_000;
/** As many as can be grouped within one request. */
const MAX_QUESTIONS = 2_000;
const SHOWN = 10;

interface OverviewDeps {
  store: Pick<Store, 'reports' | 'dailyUsage'>;
  finder: Pick<UnansweredFinder, 'group'>;
  usage: Pick<Usage, 'flush'>;
  nearQuotas: ProjectStorageService['nearQuotas'];
  now: () => number;
}

export type OverviewService = ReturnType<typeof createOverviewService>;

/** What people ask, and what answers them. */
export function createOverviewService({ store, finder, usage, nearQuotas, now }: OverviewDeps) {
  return {
    /** Throws 400 for a range that is invalid or too long. */
    async overview(projectId: string, query: UsageQuery): Promise<ProjectOverview> {
      const { from, to } = usageRange(query, utcDay(now()));
      const range = { from: Date.parse(from), to: Date.parse(to) + DAY_MS };
      const [asked, cited, pages, sources] = await Promise.all([
        store.reports.asked(projectId, range, MAX_QUESTIONS),
        store.reports.citedSources(projectId, range, SHOWN),
        store.reports.askedPages(projectId, range, SHOWN),
        store.reports.sourceState(projectId, SHOWN),
      ]);
      await usage.flush();
      const { rising, answers, share, unsureShare, shareBefore } = await alertOf(store.dailyUsage, projectId, now());
      return {
        from,
        to,
        top_questions: await topQuestions(projectId, asked, finder),
        top_sources: cited.map(({ sourceId, title, answers }) => ({ source_id: sourceId, title, answers })),
        top_pages: pages.map(({ pageUrl, ...counts }) => ({ page_url: pageUrl, ...counts })),
        never_cited: {
          count: sources.neverCited,
          sources: sources.examples.map(({ sourceId, title }) => ({ source_id: sourceId, title })),
        },
        sources: {
          total: sources.total,
          failed: sources.failed,
          last_read_at: sources.lastReadAt === null ? null : new Date(sources.lastReadAt).toISOString(),
        },
        refusals: {
          rising,
          answers,
          share: roundedShare(share),
          unsure_share: roundedShare(unsureShare),
          share_before: roundedShare(shareBefore),
        },
        quotas: await nearQuotas(projectId),
      };
    },
  };
}

async function topQuestions(
  projectId: string,
  asked: AskedQuestion[],
  finder: OverviewDeps['finder'],
): Promise<ProjectOverview['top_questions']> {
  // Oldest first, so that new questions do not change existing groups.
  const oldestFirst = asked.filter(({ text }) => text.trim() !== '').reverse();
  const groups = await finder.group(
    projectId,
    oldestFirst.map(({ text }) => text),
  );
  const members = groups.map((group) => group.flatMap((at) => oldestFirst[at] ?? []));
  return members
    .sort((one, other) => other.length - one.length)
    .slice(0, SHOWN)
    .map((questions) => ({
      question: mostFrequentWording(questions),
      count: questions.length,
      unanswered: questions.filter(({ finishReason }) => finishReason === 'refused' || finishReason === 'unsure')
        .length,
      unsure: questions.filter(({ finishReason }) => finishReason === 'unsure').length,
      last_asked_at: new Date(questions.at(-1)?.askedAt ?? 0).toISOString(),
    }));
}
