import type { Footnote, UnansweredGroup } from '@footnote/sdk';

/** A group lists at most 50 of its questions; the rest is listed again under the same id. */
const ROUNDS = 40;

/** Dismisses all questions of a group. Throws errors of the API. */
export async function setAside(client: Footnote, projectId: string, group: UnansweredGroup): Promise<void> {
  let left: UnansweredGroup | undefined = group;
  for (let round = 0; left && round < ROUNDS; round++) {
    const whole: boolean = left.count <= left.questions.length;
    await client.unanswered.dismiss(projectId, { message_ids: left.questions.map(({ message_id }) => message_id) });
    if (whole) return;
    const { items } = await client.unanswered.list(projectId, { limit: 100 });
    left = items.find(({ id }) => id === group.id);
  }
}
