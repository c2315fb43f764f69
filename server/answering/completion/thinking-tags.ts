/** The tags around what a model thinks before it answers, in lower case. */
export const THINKING_TAGS: [opening: string, closing: string][] = [
  // DeepSeek R1, Qwen, GLM
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  // Magistral
  ['[think]', '[/think]'],
  // Kimi
  ['◁think▷', '◁/think▷'],
  // Command A
  ['<|start_thinking|>', '<|end_thinking|>'],
  // gpt-oss
  ['<|channel|>analysis', '<|channel|>final<|message|>'],
  ['<|channel|>commentary', '<|channel|>final<|message|>'],
];

/** Tags of a turn that some servers leave in the text. */
export const TURN_TAGS = [
  '<|start|>assistant',
  '<|end|>',
  '<|return|>',
  '<|im_end|>',
  '<|eot_id|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<|eom_id|>',
  '<end_of_turn>',
  '</s>',
  '<answer>',
  '</answer>',
];
