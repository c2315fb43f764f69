import { describe, expect, it } from 'vitest';
import { createThinkingFilter } from '../../../../server/answering/completion/thinking-filter.ts';
import { expectLinear } from '../../../helpers/timing/growth.ts';

/** What is left of a text in these pieces; `↺` is a restart. */
function filtered(chunks: string[], { startsThinking = false, reason = 'stop' as 'stop' | 'length' } = {}): string {
  const filter = createThinkingFilter(startsThinking);
  const parts = [...chunks.flatMap((chunk) => filter.read(chunk)), ...filter.end(reason)];
  return parts.map((part) => (part.type === 'text' ? part.delta : '↺')).join('');
}

function everySplit(text: string, options = {}): string {
  const whole = filtered([text], options);
  for (let at = 0; at < text.length; at++) {
    expect(filtered([text.slice(0, at), text.slice(at)], options)).toBe(whole);
  }
  expect(filtered([...text], options)).toBe(whole);
  return whole;
}

describe('the thinking filter', () => {
  it.each([
    ['<think>Hm. </think>', 'DeepSeek, Qwen'],
    ['<THINK>Hm.</THINK>', 'capitals'],
    ['<thinking>\nHm [1].\n</thinking>', 'thinking'],
    ['<thought>Hm</thought>', 'thought'],
    ['<reasoning>Hm</reasoning>', 'reasoning'],
    ['[THINK]Hm[/THINK]', 'Magistral'],
    ['◁think▷Hm◁/think▷', 'Kimi'],
    ['<|START_THINKING|>Hm<|END_THINKING|>', 'Command A'],
    ['<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>', 'gpt-oss'],
    ['<think>a</think><think>b</think>', 'thinking twice'],
    ['<think>a <b> </thin </think >`</think>', 'what looks like an end'],
  ])('leaves out %s (%s)', (thinking) => {
    expect(everySplit(`${thinking}At nine.`)).toBe('At nine.');
    expect(everySplit(`\n${thinking}At nine.`)).toBe('\nAt nine.');
    expect(everySplit(`At nine. ${thinking}At ten.`)).toBe('At nine. At ten.');
  });

  it('takes back what was passed on before an end without a beginning', () => {
    expect(everySplit('It opens at [1]. Hm.</think>\n\nAt nine.')).toBe('It opens at [1]. Hm.↺\n\nAt nine.');
    expect(everySplit('Hm.</thinking>At nine.')).toBe('Hm.↺At nine.');
  });

  it('holds back a text that begins in its thinking', () => {
    const options = { startsThinking: true };
    expect(everySplit('It opens at [1]. Hm.</think>\n\nAt nine.', options)).toBe('\n\nAt nine.');
    expect(everySplit('<think>Hm.</think>At nine.', options)).toBe('At nine.');
    expect(everySplit('At nine, without thinking.', options)).toBe('At nine, without thinking.');
    expect(everySplit('Hm, hm', { ...options, reason: 'length' })).toBe('');
  });

  it('has no text if the thinking does not end', () => {
    expect(everySplit('<think>Hm')).toBe('');
    expect(everySplit('<think>Hm', { reason: 'length' })).toBe('');
    expect(everySplit('At nine. <think>Hm', { reason: 'length' })).toBe('At nine. ');
    expect(everySplit('Begin with <think> and go on.')).toBe('Begin with <think> and go on.');
  });

  it.each([
    'Write `<think>` and `</think>` around it.',
    '```xml\n<think>Hm</think>\n```\nThat is all.',
    'a < b, <b>, [THIN], <thinker> and </thinkers>',
    'At nine <',
  ])('leaves %s as it is', (text) => expect(everySplit(text)).toBe(text));

  it('leaves out the tags of a turn', () => {
    expect(everySplit('At nine.<|im_end|>')).toBe('At nine.');
    expect(everySplit('<answer>At nine.</answer></s>')).toBe('At nine.');
    expect(everySplit('<|channel|>final<|message|>At nine.<|return|>')).toBe('↺At nine.');
  });

  it.each(['<think>', '</think>', '<', '<thin', '`', '<think>x</think>', '<|channel|>analysis', '◁', '[', 'a\n'])(
    'reads any number of %s in linear time',
    (flood) =>
      expectLinear(100_000, (length) => {
        const text = flood.repeat(length / flood.length);
        filtered([text]);
        filtered(text.match(/.{1,7}/gsu) ?? []);
      }),
  );
});
