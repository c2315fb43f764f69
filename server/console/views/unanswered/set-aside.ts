import type { Footnote, UnansweredGroup } from '@footnote/sdk';

/** A group names 50 of its questions at most; what is left comes back under the same id. */
const ROUNDS = 40;

/** Sets all questions of a group aside. Throws what the API answers. */
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
