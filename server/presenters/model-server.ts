import { z } from 'zod';
import { choice, count, field, flag, shape, text, time } from './shape.ts';

export const modelServer = shape(
  'ChosenModelServer',
  'A server that speaks OpenAI’s protocol, as the operator chose it. Its key is never returned.',
  {
    url: text('The address of its API.', 'http://gpu.example.com:11434/v1'),
    model: text('The model’s name.', 'qwen3:8b'),
    key: field(
      z.enum(['none', 'stored', 'unreadable']),
      'Whether a key is stored. `unreadable`: there is one, but the secret of this server has changed since, so it must be entered again.',
      'stored',
    ),
    in_use: flag('Whether it answers at the moment.', true),
  },
);

export const foundServers = shape('FoundModelServers', 'Model servers on the machine of this server.', {
  servers: field(
    z.array(
      shape('FoundModelServer', 'A model server that answered at its usual address.', {
        name: text('The name of the program.', 'Ollama'),
        url: text('The address of its API.', 'http://gpu.example.com:11434/v1'),
        models: field(z.array(z.string()), 'The names of its models; may be empty.', ['qwen3:8b']),
      }),
    ),
    'Those that answered; may be empty.',
  ),
});

export const servedModels = shape('ServedModels', 'The models of a server.', {
  url: text(
    'The address of its API, without a slash at its end. If there is none at the entered address, it is looked for below `/v1`.',
    'http://gpu.example.com:11434/v1',
  ),
  models: field(z.array(z.string()), 'The names of its models; may be empty.', ['qwen3:8b']),
});

const milliseconds = (description: string, example: number) => count(`${description} In milliseconds.`, example);

export const modelTrial = shape('ModelTrial', 'How a model answered one question.', {
  answer: text('What it wrote, without its thinking; may be empty.', 'A citation names the source of a statement.'),
  cut_off: flag('Whether it reached the limit of tokens before its end.', false),
  streams: flag('Whether the answer came in pieces.', true),
  first_word_ms: field(
    z.int().min(0).nullable(),
    'The time to the first word. In milliseconds; `null` without one.',
    420,
  ),
  total_ms: milliseconds('The time to the end.', 1_900),
});

const probeVerdict = choice(
  'ProbeVerdict',
  'How a model answered a built-in question. `right`: with the fact and its citation, or by a refusal where the passages do not answer. `uncited`: with the fact, but without a citation. `wrong_citation`: with the citation of another passage. `wrong`: without the fact. `refused`: although the passages answer. `invented`: although they do not. `wrong_language`: in the language of the passage instead of that of the question. `obeyed`: as a passage asks it to, against its rules. `echoed`: with words of its prompt. `empty`: with nothing.',
  ['right', 'uncited', 'wrong_citation', 'wrong', 'refused', 'invented', 'wrong_language', 'obeyed', 'echoed', 'empty'],
);

export const modelCheck = shape(
  'ModelCheck',
  'What a model can do: how it answered a few built-in questions about a few passages, asked with the prompt of real questions.',
  {
    examined_at: time('When it was asked.'),
    unfit: flag(
      'Whether answering by quotation is better: it repeats its prompt, obeys what a document says, or answers no question as it should. Such a model is not taken into use unless it is wanted all the same (`anyway`).',
      false,
    ),
    summary: text(
      'What follows from it, in a sentence or two.',
      'It answers from the passages, cites them, and says when they do not answer.',
    ),
    findings: field(
      z.array(z.strictObject({ ok: z.boolean(), sentence: z.string() })),
      'What it does and does not do, a sentence each.',
      [{ ok: true, sentence: 'It cites a passage by its number.' }],
    ),
    streams: flag('Whether its answers come in pieces.', true),
    context_tokens: field(
      z.int().min(1).nullable(),
      'The context length that its server names; `null` if it names none.',
      32_768,
    ),
    prompt_tokens: count('The most tokens that a prompt may have.', 8_000),
    probes: field(
      z.array(
        shape('ModelProbe', 'A built-in question and how the model answered it.', {
          ability: field(
            z.enum(['cites', 'numbers', 'commands', 'refuses', 'language', 'orders']),
            'What the question finds out: whether the model cites passages by their numbers, keeps numbers and commands as they are written, refuses where no passage answers, answers in the language of the question, and does not obey orders in a passage.',
            'numbers',
          ),
          question: text('The question.', 'What does delivery to Norway cost?'),
          verdict: probeVerdict,
          answer: text(
            'What the model wrote; empty if it only said that there is no answer.',
            'It costs 27 euros [2].',
          ),
          total_ms: milliseconds('The time that it took.', 2_300),
        }),
      ),
      'The questions, in the order in which they were asked.',
    ),
  },
);
