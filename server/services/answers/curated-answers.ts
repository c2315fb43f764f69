import type { CuratedFinder } from '../../answering/types.ts';
import { errors } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { collapseWhitespace } from '../../platform/text/collapse-whitespace.ts';
import type { CuratedAnswerChanges, CuratedAnswerRow, Store } from '../../store/types.ts';

/** As many as a question can be compared with in some milliseconds. */
const MAX_ANSWERS = 500;
const PAGE = 100;

/** What an owner writes of an answer. */
export type CuratedAnswerInput = Pick<CuratedAnswerRow, 'question' | 'answer'> &
  Partial<Pick<CuratedAnswerRow, 'wordings' | 'enabled' | 'expiresAt' | 'reviewAt'>>;

interface CuratedAnswerServiceDeps {
  store: Pick<Store, 'curatedAnswers'>;
  finder: CuratedFinder;
  now: () => number;
}

export type CuratedAnswerService = ReturnType<typeof createCuratedAnswerService>;

export function createCuratedAnswerService({ store: { curatedAnswers }, finder, now }: CuratedAnswerServiceDeps) {
  const create = (projectId: string, input: CuratedAnswerInput) => {
    const at = now();
    return curatedAnswers.create({ ...input, id: newId('cur'), projectId, createdAt: at, updatedAt: at }, MAX_ANSWERS);
  };

  const update = async (projectId: string, id: string, changes: CuratedAnswerChanges) => {
    const row = await curatedAnswers.update(projectId, id, changes, now());
    if (!row) throw errors.notFound();
    return row;
  };

  return {
    /** Throws 400 `quota_reached` if the project has as many as it may have. */
    create,
    /** Throws 404. */
    update,
    /** Newest first. */
    list: curatedAnswers.list,

    /** Throws 404. */
    async retrieve(projectId: string, id: string): Promise<CuratedAnswerRow> {
      const row = await curatedAnswers.byId(projectId, id);
      if (!row) throw errors.notFound();
      return row;
    },

    /** Throws 404. */
    async delete(projectId: string, id: string): Promise<void> {
      if (!(await curatedAnswers.delete(projectId, id))) throw errors.notFound();
    },

    /** Creates each answer, or changes the one with the same question. Throws like `create`; those before it are then there. */
    async import(
      projectId: string,
      inputs: CuratedAnswerInput[],
    ): Promise<{ created: number; updated: number; unchanged: number }> {
      const known = new Map<string, CuratedAnswerRow>();
      for (let offset = 0; ; offset += PAGE) {
        const { rows, total } = await curatedAnswers.list(projectId, { limit: PAGE, offset });
        for (const row of rows) known.set(keyOf(row.question), row);
        if (offset + PAGE >= total) break;
      }
      const counts = { created: 0, updated: 0, unchanged: 0 };
      for (const input of inputs) {
        const row = known.get(keyOf(input.question));
        const outcome = !row ? 'created' : isSame(row, input) ? 'unchanged' : 'updated';
        if (!row) known.set(keyOf(input.question), await create(projectId, input));
        else if (outcome === 'updated') await update(projectId, row.id, input);
        counts[outcome] += 1;
      }
      return counts;
    },

    /** The answer that a first question would get; null if none. */
    async match(projectId: string, question: string, signal: AbortSignal): Promise<CuratedAnswerRow | null> {
      const found = await finder.find(projectId, question, { isFollowUp: false, signal });
      return found && curatedAnswers.byId(projectId, found.id);
    },
  };
}

const keyOf = (question: string) => collapseWhitespace(question).toLowerCase();

/** Whether what was given is so already. */
function isSame(row: CuratedAnswerRow, input: CuratedAnswerInput): boolean {
  return Object.entries(input).every(
    ([name, value]) => JSON.stringify(row[name as keyof CuratedAnswerInput]) === JSON.stringify(value),
  );
}
