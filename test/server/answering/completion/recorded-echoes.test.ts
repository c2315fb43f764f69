import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutPromptEchoes } from '../../../../server/answering/completion/prompt-echo-filter.ts';
import type { CompletionPart } from '../../../../server/answering/completion/stream-completion.ts';
import { createSupportChecker } from '../../../../server/answering/generation/support/support-check.ts';
import { verifyCitations } from '../../../../server/answering/generation/verify-citations.ts';
import { ownWords, SYSTEM } from '../../../../server/answering/prompt/prompts.ts';
import { passage } from '../passages.ts';

interface Recorded {
  question: string;
  passages: { title: string; headings: string[]; text: string }[];
  deltas: string[];
}

/** What Gemma 3 270M, a base model, wrote over passages of the documentation of Fastify (MIT). */
const RECORDED: Recorded[] = JSON.parse(readFileSync(new URL('recorded-echoes.json', import.meta.url), 'utf8'));

/** Runs of words of the rules that no answer needs. */
const RUNS = SYSTEM.match(/(?:[\w,]+ ){4}\w+/g) ?? [];

async function read({ question, passages, deltas }: Recorded): Promise<{ sent: string; text: string }> {
  async function* written(): AsyncGenerator<CompletionPart, void> {
    for (const delta of deltas) yield { type: 'text', delta };
    yield { type: 'end', reason: 'length', usage: null };
  }
  const shown = { rules: ownWords('en'), question, passages: passages.map(({ text }) => text) };
  const support = createSupportChecker(
    passages.map(({ text, ...origin }) => [passage(text, origin)]),
    question,
    null,
    new AbortController().signal,
  );
  const steps = verifyCitations(
    withoutPromptEchoes(written(), shown, () => undefined),
    support,
    { language: 'en' },
  );
  for (;;) {
    const next = await steps.next();
    if (next.done) return next.value;
  }
}

describe.each(RECORDED)('a small model that repeats its prompt before it answers $question', (recorded) => {
  it('has repeated it', () => {
    expect(recorded.deltas.join('')).toContain(SYSTEM.slice(0, 80));
  });

  it('shows nothing of that, neither while it writes nor at the end', async () => {
    const { sent, text } = await read(recorded);
    for (const shown of [sent, text]) {
      for (const run of RUNS) expect(shown).not.toContain(run);
      expect(shown).not.toMatch(/<\s*\/?\s*passage|NO_ANSWER|^---/m);
    }
    expect(text.length).toBeGreaterThan(100);
  });
});
