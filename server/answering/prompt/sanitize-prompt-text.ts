/** The model's reply when the passages do not answer. Broken up where a document has it. */
export const NO_ANSWER = 'NO_ANSWER';

/**
 * The control tokens of the known model families: ChatML, Llama 2 to 4, Mistral, Gemma, Phi, DeepSeek, Command R, GLM and
 * SentencePiece. Some tokenizers read them in any text. Each pattern matches the first character, after which a space is put.
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
  // The fence of passages in our prompts.
  String.raw`<(?=\s*(?:\/\s*)?passages?\b)`,
].join('|');
const CONTROL_TOKENS = new RegExp(CONTROL_TOKEN, 'gi');
/** What may begin Markdown code, or what looks like our citation markers. */
const FENCE_OR_MARKER = /`+|~{3,}|[[【](?=\^?\d)/g;
/** Code in a line, after its first backtick. */
const INLINE_CODE = /[^`\n]+`/y;

/** Zero-width characters, direction overrides and invisible tags. ZWJ and ZWNJ stay, because languages need them. */
const INVISIBLE = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
const NO_ANSWERS = new RegExp(NO_ANSWER, 'gi');

/**
 * Makes untrusted text safe to stand in a prompt: nothing in it reads as a new turn, as the end of its fence, as a citation
 * or as `NO_ANSWER`, and a person who reads the prompt sees all of it. A space that breaks something up leaves it readable.
 * This guards against what the text pretends to be, not against what it says.
 */
export function sanitizePromptText(text: string): string {
  const plain = text.replace(INVISIBLE, '').replace(CONTROL_TOKENS, '$& ');
  return breakMarkers(plain).replace(NO_ANSWERS, (word) => word.replace('_', ' '));
}

/** Puts a space into markers outside of code: in code, `row[0]` must stay what it is. */
function breakMarkers(text: string): string {
  const endOfCode = codeFinder(text);
  let broken = '';
  let copied = 0;
  let codeEnd = 0;
  for (const { 0: found, index } of text.matchAll(FENCE_OR_MARKER)) {
    const end = index + found.length;
    if (index < codeEnd) continue;
    if (/[[【]/.test(found)) {
      broken += `${text.slice(copied, end)} `;
      copied = end;
    } else {
      codeEnd = endOfCode(found, end);
    }
  }
  return broken + text.slice(copied);
}

/**
 * Returns a function that finds the end of the code which a run of backticks or tildes begins; `after` if it begins none. Takes
 * about linear time: a regular expression for the whole would try every length of a long run at every place.
 */
function codeFinder(text: string): (run: string, after: number) => number {
  /** The shortest runs that no later run closes. */
  const unclosed: Record<string, number> = {};
  return (run, after) => {
    const character = run.charAt(0);
    if (run.length < 3) {
      INLINE_CODE.lastIndex = after;
      return INLINE_CODE.test(text) ? INLINE_CODE.lastIndex : after;
    }
    if (run.length >= (unclosed[character] ?? Number.POSITIVE_INFINITY)) return after;
    const closing = text.indexOf(run, after);
    if (closing !== -1) return closing + run.length;
    unclosed[character] = run.length;
    return after;
  };
}

/** In UTF-16 units. A longer name is a sentence in the place of a name, and takes the room of passages. */
const MAX_NAME_LENGTH = 160;
/** What would end an attribute, and what stands for it: names such as `Vec<T>` and `File > Save` stay legible. */
const LOOKALIKES: Record<string, string> = { '"': "'", '<': '‹', '>': '›' };

/** The same for a title or a heading: one line, without characters that would end its attribute. */
export function sanitizeTitle(title: string): string {
  const line = sanitizePromptText(title)
    .replace(/["<>]/g, (character) => LOOKALIKES[character] ?? ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length <= MAX_NAME_LENGTH ? line : `${line.slice(0, MAX_NAME_LENGTH).trimEnd()}…`;
}
