import type { ChosenModelServer } from '@footnote/sdk/contract';
import type { EnteredModel, ModelServers } from '../../../server/services/server/model-servers.ts';

/** A server with one model that always works. It asks nobody. */
export function createScriptedModelServers(): ModelServers & { used: EnteredModel[] } {
  let chosen: ChosenModelServer | null = null;
  const used: EnteredModel[] = [];
  return {
    used,
    chosen: async () => chosen,
    find: async () => [{ name: 'Ollama', url: 'http://127.0.0.1:11434/v1', models: ['small'] }],
    list: async ({ url }) => ({ url, models: ['small'] }),
    try: async () => ({ answer: 'Yes.', cut_off: false, streams: true, first_word_ms: 1, total_ms: 2 }),
    check: async () => ({
      examined_at: '2026-01-31T12:00:00.000Z',
      unfit: false,
      summary: 'It answers from the passages.',
      findings: [{ ok: true, sentence: 'It keeps numbers as they are written.' }],
      streams: true,
      context_tokens: 4_096,
      prompt_tokens: 3_000,
      probes: [{ ability: 'numbers', question: 'When?', verdict: 'right', answer: 'At nine [1].', total_ms: 3 }],
    }),
    async use(entered) {
      used.push(entered);
      const { url, model, api_key } = entered;
      chosen = { url, model, key: api_key ? 'stored' : 'none', in_use: true };
    },
    async forget() {
      chosen = null;
    },
  };
}
