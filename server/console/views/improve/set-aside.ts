import type { Footnote } from '@footnote/sdk';

/** A group of similar questions. It lists at most 50 of them; the rest is listed again under the same id. */
export interface SetAside {
  id: string;
  count: number;
  questions: readonly { message_id: string }[];
}

const ROUNDS = 40;
/** As many ids as one request may have. */
const AT_ONCE = 1000;

/**
 * Dismisses all questions of the groups, mostly with one request. `list` reads the first page of such groups. Throws errors of the
 * API.
 */
export async function setAside(
  client: Footnote,
  projectId: string,
  groups: readonly SetAside[],
  list: () => PromiseLike<{ items: SetAside[] }>,
): Promise<void> {
  let left = groups;
  for (let round = 0; left.length > 0 && round < ROUNDS; round++) {
    const ids = left.flatMap(({ questions }) => questions.map(({ message_id }) => message_id));
    for (let at = 0; at < ids.length; at += AT_ONCE)
      await client.unanswered.dismiss(projectId, { message_ids: ids.slice(at, at + AT_ONCE) });
    const more = new Set(left.flatMap(({ id, count, questions }) => (count > questions.length ? [id] : [])));
    if (more.size === 0) return;
    const { items } = await list();
    left = items.filter(({ id }) => more.has(id));
  }
}
