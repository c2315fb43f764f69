import type { CompletionPart } from '../../../../server/answering/completion/stream-completion.ts';
import type { Support } from '../../../../server/answering/generation/support/assess-support.ts';
import {
  createSupportChecker,
  type SupportChecker,
} from '../../../../server/answering/generation/support/support-check.ts';
import { type VerifiedAnswer, verifyCitations } from '../../../../server/answering/generation/verify-citations.ts';
import type { AnswerEvent } from '../../../../server/answering/types.ts';
import { passage } from '../passages.ts';

/** Number 1 to 3 of the prompts. */
export const PASSAGES = [
  passage('The museum opens at nine in the morning. It closes at 18:00 on weekdays, and at 16:30 on Sundays.'),
  passage('A ticket for adults costs 12 euros. Children under six enter free of charge.'),
  passage('Take bus 14 from the railway station. Run `museum --hours` to print the opening hours.'),
];

const checker = createSupportChecker(
  PASSAGES.map((one) => [one]),
  'When does it open?',
  null,
  new AbortController().signal,
);
const claims = new Map<string, boolean>();
const found = new Map<string, Promise<Support[]>>();
/** Checks each sentence once: a text that is split in many ways has the same sentences each time. */
export const remembering: SupportChecker = {
  isClaim(sentence) {
    const isClaim = claims.get(sentence) ?? checker.isClaim(sentence);
    claims.set(sentence, isClaim);
    return isClaim;
  },
  async findSupport(sentence, numbers) {
    const asked = JSON.stringify([sentence, numbers]);
    const supports = found.get(asked) ?? checker.findSupport(sentence, numbers);
    found.set(asked, supports);
    return [...(await supports)];
  },
};

export interface Said extends VerifiedAnswer {
  events: AnswerEvent[];
  deltas: string[];
}

/** What is made of a text that a model writes in these pieces over `PASSAGES`; null among them is a restart. */
export async function say(chunks: (string | null)[], support: SupportChecker = checker): Promise<Said> {
  async function* written(): AsyncGenerator<CompletionPart, void> {
    for (const delta of chunks) yield delta === null ? { type: 'restart' } : { type: 'text', delta };
    yield { type: 'end', reason: 'stop', usage: null };
  }
  const steps = verifyCitations(written(), support, { language: 'en' });
  const events: AnswerEvent[] = [];
  for (;;) {
    const next = await steps.next();
    if (next.done) {
      const deltas = events.flatMap((event) => (event.type === 'text' ? [event.delta] : []));
      return { ...next.value, events, deltas };
    }
    events.push(next.value);
  }
}
