import { byteLevelVocabulary } from './byte-level.ts';

/** The kinds of tokenizers of the models on offer: of BERT, of XLM-RoBERTa, of DeBERTa 3 and of Qwen. */
export type TokenizerKind = 'word-pieces' | 'xlm-roberta' | 'deberta' | 'byte-level';

/** A tokenizer as the files of a model's folder, and what a network must know of it. */
export interface Tokenizer {
  files: { 'tokenizer.json': string; 'tokenizer_config.json': string };
  /** All tokens in the order of their ids. */
  tokens: string[];
  /** Tokens of no text. */
  special: string[];
  /** The token after each text. */
  separator: string;
  /** Whether it tells the tokens of a second text from those of the first. */
  hasTypes: boolean;
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
const SIGNS = Array.from('.,:;!?()[]"\'-/_');
const CONTEXT = 512;

/** A tokenizer with tokens for these words. It splits other words into characters. */
export function tokenizerOf(kind: TokenizerKind, words: string[]): Tokenizer {
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const both = [...new Set([...words, ...capitalized])];
  switch (kind) {
    case 'word-pieces':
      return wordPieces(words);
    case 'xlm-roberta':
      return pieces(both, {
        className: 'XLMRobertaTokenizer',
        special: ['<s>', '<pad>', '</s>', '<unk>', '<mask>'],
        between: ['</s>', '</s>'],
      });
    case 'deberta':
      return pieces(both, {
        className: 'DebertaV2Tokenizer',
        special: ['[CLS]', '[PAD]', '[SEP]', '[UNK]', '[MASK]'],
        between: ['[SEP]'],
      });
    case 'byte-level':
      return byteLevel(both);
  }
}

const addedTokens = (special: string[], from = 0) =>
  special.map((content, at) => ({
    id: from + at,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));

/** Which tokens stand around one text and around two. */
function template(first: string | null, between: string[], last: string, ids: (token: string) => number) {
  const token = (id: string, type_id: number) => ({ SpecialToken: { id, type_id } });
  const sequence = (id: string, type_id: number) => ({ Sequence: { id, type_id } });
  const start = first === null ? [] : [token(first, 0)];
  const used = [...new Set([...(first === null ? [] : [first]), ...between, last])];
  return {
    type: 'TemplateProcessing',
    single: [...start, sequence('A', 0), token(last, 0)],
    pair: [...start, sequence('A', 0), ...between.map((one) => token(one, 0)), sequence('B', 1), token(last, 1)],
    special_tokens: Object.fromEntries(used.map((id) => [id, { id, ids: [ids(id)], tokens: [id] }])),
  };
}

function wordPieces(words: string[]): Tokenizer {
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
  const tokens = [...new Set([...special, ...SIGNS, ...LETTERS, ...LETTERS.map((letter) => `##${letter}`), ...words])];
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: addedTokens(special),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: template('[CLS]', ['[SEP]'], '[SEP]', (token) => special.indexOf(token)),
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  };
  const settings = {
    tokenizer_class: 'BertTokenizer',
    model_max_length: CONTEXT,
    do_lower_case: true,
    pad_token: '[PAD]',
    unk_token: '[UNK]',
    cls_token: '[CLS]',
    sep_token: '[SEP]',
    mask_token: '[MASK]',
  };
  return { ...asFiles(tokenizer, settings), tokens, special, separator: '[SEP]', hasTypes: true };
}

interface PieceSettings {
  className: string;
  /** Start, padding, end, unknown and mask. */
  special: [string, string, string, string, string];
  /** What stands between two texts. */
  between: string[];
}

/** Pieces with a score each, of which the most likely ones are chosen, as SentencePiece does. */
function pieces(words: string[], { className, special, between }: PieceSettings): Tokenizer {
  const [start, padding, end, unknown, mask] = special;
  const characters = [...LETTERS, ...LETTERS.map((letter) => letter.toUpperCase()), ...SIGNS];
  const scored: [string, number][] = [
    ...special.map((token): [string, number] => [token, 0]),
    ['▁', -5],
    ...words.map((word): [string, number] => [`▁${word}`, -2]),
    ...characters.map((character): [string, number] => [character, -8]),
  ];
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: addedTokens(special),
    normalizer: { type: 'Precompiled', precompiled_charsmap: '' },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'WhitespaceSplit' },
        { type: 'Metaspace', replacement: '▁', str_rep: '▁', add_prefix_space: true, prepend_scheme: 'always' },
      ],
    },
    post_processor: template(start, between, end, (token) => special.indexOf(token)),
    decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
    model: { type: 'Unigram', unk_id: special.indexOf(unknown), vocab: scored },
  };
  const settings = {
    tokenizer_class: className,
    model_max_length: CONTEXT,
    bos_token: start,
    cls_token: start,
    eos_token: end,
    sep_token: end,
    pad_token: padding,
    unk_token: unknown,
    mask_token: mask,
  };
  const tokens = scored.map(([token]) => token);
  return { ...asFiles(tokenizer, settings), tokens, special, separator: end, hasTypes: false };
}

/** Bytes, merged into words. Every text ends with a token of its own, whose vector stands for the text. */
function byteLevel(words: string[]): Tokenizer {
  const special = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];
  const vocabulary = byteLevelVocabulary(words);
  const tokens = [...vocabulary.tokens, ...special];
  const end = '<|endoftext|>';
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: addedTokens(special, vocabulary.tokens.length),
    normalizer: { type: 'NFC' },
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        {
          type: 'Split',
          pattern: { Regex: ' ?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+|\\s+' },
          behavior: 'Isolated',
          invert: false,
        },
        { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
      ],
    },
    post_processor: template(null, [], end, (token) => tokens.indexOf(token)),
    decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      byte_fallback: false,
      vocab: Object.fromEntries(vocabulary.tokens.map((token, id) => [token, id])),
      merges: vocabulary.merges,
    },
  };
  const settings = {
    tokenizer_class: 'Qwen2Tokenizer',
    model_max_length: 131_072,
    padding_side: 'left',
    add_prefix_space: false,
    eos_token: end,
    pad_token: end,
    unk_token: null,
  };
  return { ...asFiles(tokenizer, settings), tokens, special, separator: end, hasTypes: false };
}

const asFiles = (tokenizer: object, settings: object) => ({
  files: { 'tokenizer.json': JSON.stringify(tokenizer), 'tokenizer_config.json': JSON.stringify(settings) },
});
