/** Says that the passages do not answer. A word that no document holds: it is broken up where one does. */
export const NO_ANSWER = 'NO_ANSWER';

/**
 * What chat templates begin and end turns with, in the families of models that there are: ChatML, Llama 2 to 4, Mistral,
 * Gemma, Phi, DeepSeek, Command R, GLM and the sentence marks of SentencePiece. Tokenizers of other engines read some of
 * them in any text. The first character of each is what is set apart.
 */
const CONTROL_TOKEN = [
  // <|im_start|>, <|eot_id|>, <｜User｜>, <|turn>, <turn|>
  String.raw`<(?=[|｜]\s?\w)`,
  String.raw`<(?=\/?[\w ]{1,40}[|｜]>)`,
  // <s>, </s>, <bos>, <pad>, <unk>, <mask>, <eop>, <sep>, <cls>
  String.raw`<(?=\/?(?:s|bos|eos|pad|unk|mask|sop|eop|sep|cls|eod)>)`,
  // <start_of_turn>, <end_of_turn>, <start_of_image>, <unused12>, <extra_id_0>, <reserved_3>, <0x0A>
  String.raw`<(?=(?:start|end)_of_\w{1,20}>|unused_?\d+>|extra_id_\d+>|reserved\w{0,30}>|0x[0-9a-f]{2}>)`,
  // <think>, <tool_call>, <function_calls>, <<SYS>>
  String.raw`<(?=\/?(?:think|tools?|tool_\w{1,20}|function_\w{1,20}|system|user|assistant|human)>)`,
  String.raw`<(?=<\/?SYS>>)`,
  // [INST], [/INST], [SYSTEM_PROMPT], [TOOL_CALLS], [AVAILABLE_TOOLS], [gMASK], [CLS], [SEP], [MASK], [PAD], [UNK]
  String.raw`\[(?=\/?(?:INST|SYSTEM_PROMPT|TOOL_\w{1,20}|AVAILABLE_TOOLS|THINK|IMG|CLS|SEP|[gs]?MASK|PAD|UNK)\])`,
  // The fence of our own.
  String.raw`<(?=\s*\/?\s*passages?\b)`,
  // Marks that look like citations of ours.
  String.raw`[[【](?=\^?\d)`,
].join('|');
const CONTROL_TOKENS = new RegExp(CONTROL_TOKEN, 'gi');

/** Without width, or turning the direction of what follows, or of the tags that nobody sees. ZWJ and ZWNJ stay: languages need them. */
const INVISIBLE = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
const NO_ANSWERS = new RegExp(NO_ANSWER, 'gi');

/**
 * A text from outside as it may stand in a prompt: nothing in it is read as the beginning of another turn, as the end of
 * its fence, as a citation, or as our word for no answer; and a person who reads the prompt sees all there is. What is
 * broken up by a space stays readable. No guard against what the text says, only against what it pretends to be.
 */
export function sanitizePromptText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(CONTROL_TOKENS, '$& ')
    .replace(NO_ANSWERS, (word) => word.replace('_', ' '));
}

/** The same for a title: one line, without what would end the place where it stands. */
export function sanitizeTitle(title: string): string {
  return sanitizePromptText(title)
    .replace(/["<>\p{Cc}\s]+/gu, ' ')
    .trim();
}
