import { closingPrompt, SYSTEM } from '../../../../server/answering/prompt/prompts.ts';
import { byteLevelVocabulary } from './byte-level.ts';
import { scriptedWeights } from './gguf.ts';
import { type GgufWriter, ggufWriter } from './gguf-writer.ts';
import { SCRIPT, wordsOf } from './script.ts';

/** The families of the models on offer: one with attention in all layers, one with a recurrent state in most of them. */
export type QwenFamily = 'qwen3' | 'qwen35';

const SIZE = 256;
const INNER = 512;
const CONTROL = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];
const TEMPLATE =
  "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

/** Of these models, as for the layers that they have: every fourth has attention, the others have a recurrent state. */
const HEADS = { qwen3: { length: 128, count: 4, shared: 2 }, qwen35: { length: 256, count: 2, shared: 1 } };
const LAYERS = { qwen3: 2, qwen35: 4 };
const STATE = 128;
const GROUPS = 2;
const KERNEL = 4;

/**
 * A complete GGUF file of one of these families, with their tokenizer, names and shapes of tensors, and quantization. It
 * generates the script after the line break that ends a prompt.
 */
export function scriptedQwen(family: QwenFamily, contextTokens: number): Buffer {
  const words = wordsOf(`${SCRIPT.join(' ')} ${SYSTEM} ${closingPrompt('', 'en')}`);
  const script = SCRIPT.map((text, at) => text.replace('▁', at === 0 ? '' : 'Ġ'));
  const { tokens, merges } = byteLevelVocabulary(words, script);
  const vocabulary = [...tokens, ...CONTROL];
  const idOf = (text: string) => vocabulary.indexOf(text);

  const file = ggufWriter();
  writeSettings(file, family, contextTokens);
  writeTokenizer(file, family, { tokens, merges });
  const { embedding, output } = scriptedWeights(['Ċ', ...script, '<|im_end|>'].map(idOf), vocabulary.length, SIZE);
  file.tensor('token_embd.weight', [SIZE, vocabulary.length], embedding);
  file.tensor('output_norm.weight', [SIZE], ones(SIZE));
  file.tensor('output.weight', [SIZE, vocabulary.length], output);
  for (let layer = 0; layer < LAYERS[family]; layer++) writeLayer(file, family, layer);
  return file.finish();
}

const ones = (length: number) => new Float32Array(length).fill(1);

function writeSettings(file: GgufWriter, family: QwenFamily, contextTokens: number): void {
  const { length, count, shared } = HEADS[family];
  file.text('general.architecture', family);
  file.text('general.name', family);
  file.whole('general.file_type', 15);
  const numbers: Record<string, number> = {
    context_length: contextTokens,
    embedding_length: SIZE,
    block_count: LAYERS[family],
    feed_forward_length: INNER,
    'attention.head_count': count,
    'attention.head_count_kv': shared,
    'attention.key_length': length,
    'attention.value_length': length,
    ...(family === 'qwen35' && {
      'rope.dimension_count': 64,
      'ssm.conv_kernel': KERNEL,
      'ssm.state_size': STATE,
      'ssm.group_count': GROUPS,
      'ssm.time_step_rank': GROUPS,
      'ssm.inner_size': STATE * GROUPS,
      full_attention_interval: 4,
    }),
  };
  for (const [name, value] of Object.entries(numbers)) file.whole(`${family}.${name}`, value);
  file.real(`${family}.attention.layer_norm_rms_epsilon`, 1e-6);
  file.real(`${family}.rope.freq_base`, 1e6);
  if (family === 'qwen35') file.wholes('qwen35.rope.dimension_sections', [11, 11, 10, 0]);
}

function writeTokenizer(
  file: GgufWriter,
  family: QwenFamily,
  { tokens, merges }: { tokens: string[]; merges: string[] },
): void {
  const NORMAL = 1;
  const SPECIAL = 3;
  file.text('tokenizer.ggml.model', 'gpt2');
  file.text('tokenizer.ggml.pre', family === 'qwen3' ? 'qwen2' : 'qwen35');
  file.text('tokenizer.chat_template', TEMPLATE);
  file.texts('tokenizer.ggml.tokens', [...tokens, ...CONTROL]);
  file.wholes('tokenizer.ggml.token_type', [...tokens.map(() => NORMAL), ...CONTROL.map(() => SPECIAL)]);
  file.texts('tokenizer.ggml.merges', merges);
  file.whole('tokenizer.ggml.eos_token_id', tokens.length + CONTROL.indexOf('<|im_end|>'));
  file.whole('tokenizer.ggml.padding_token_id', tokens.length + CONTROL.indexOf('<|endoftext|>'));
  file.flag('tokenizer.ggml.add_bos_token', false);
}

function writeLayer(file: GgufWriter, family: QwenFamily, layer: number): void {
  const { length, count, shared } = HEADS[family];
  const at = `blk.${layer}`;
  const zeros = (name: string, from: number, to: number) => file.zeros(`${at}.${name}.weight`, [from, to], 'q4k');
  const norm = (name: string, extent: number) => file.tensor(`${at}.${name}.weight`, [extent], ones(extent));
  norm('attn_norm', SIZE);
  norm(family === 'qwen3' ? 'ffn_norm' : 'post_attention_norm', SIZE);
  if (family === 'qwen3' || layer % 4 === 3) {
    // The newer family's queries come with a gate each.
    zeros('attn_q', SIZE, length * count * (family === 'qwen3' ? 1 : 2));
    zeros('attn_k', SIZE, length * shared);
    file.zeros(`${at}.attn_v.weight`, [SIZE, length * shared], 'q6k');
    zeros('attn_output', length * count, SIZE);
    norm('attn_q_norm', length);
    norm('attn_k_norm', length);
  } else {
    const wide = STATE * GROUPS;
    zeros('attn_qkv', SIZE, wide * 3);
    zeros('attn_gate', SIZE, wide);
    zeros('ssm_alpha', SIZE, GROUPS);
    zeros('ssm_beta', SIZE, GROUPS);
    zeros('ssm_out', wide, SIZE);
    file.tensor(`${at}.ssm_conv1d.weight`, [KERNEL, wide * 3], new Float32Array(KERNEL * wide * 3));
    file.tensor(`${at}.ssm_dt.bias`, [GROUPS], ones(GROUPS));
    file.tensor(`${at}.ssm_a`, [GROUPS], new Float32Array(GROUPS).fill(-1));
    norm('ssm_norm', STATE);
  }
  zeros('ffn_gate', SIZE, INNER);
  zeros('ffn_up', SIZE, INNER);
  file.zeros(`${at}.ffn_down.weight`, [INNER, SIZE], 'q6k');
}
