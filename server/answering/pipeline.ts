import type { Embedder } from '../engines/types.ts';
import type { Store } from '../store/types.ts';
import { cite, spoken } from './cite.ts';
import { compose } from './compose.ts';
import { extract } from './extract.ts';
import { refusal, reply } from './phrases.ts';
import { answers } from './refuse.ts';
import { retrieve } from './retrieve.ts';
import { smallTalk } from './small-talk.ts';
import { suggest } from './suggest.ts';
import { weighTerms } from './terms.ts';
import type { AnswerEvent, CitedPassage, FinishReason, Question } from './types.ts';
import { understand } from './understand.ts';
import { usageOf } from './usage.ts';

export interface AnswererDependencies {
  store: Pick<Store, 'search' | 'chunks' | 'documents'>;
  embedder: Embedder;
}

export interface Answerer {
  /** Ends with one `finish`. Throws what the store and the embedder throw, and the signal's reason once it is aborted. */
  answer(question: Question): AsyncGenerator<AnswerEvent>;
}

/** The extractive answerer: the documents' own sentences, cited; or an honest refusal. */
export function createAnswerer({ store, embedder }: AnswererDependencies): Answerer {
  return {
    async *answer(question) {
      const talk = smallTalk(question.text);
      if (talk) return yield* say(reply(talk.kind, talk.language), 'stop');

      const understood = understand(question);
      const languages = await store.documents.languages(question.projectId);
      const terms = await weighTerms(store.search, question.projectId, understood, languages);
      const passages = await retrieve({ store, embedder }, question.projectId, understood, terms, question.signal);
      const read = compose(passages, terms);
      const extracts = extract(read, terms);
      if (!answers(extracts, terms)) {
        return yield* say(refusal([understood.language, ...languages], question.contact), 'refused');
      }

      const citations: CitedPassage[] = [];
      let response = '';
      for (const [at, chosen] of extracts.entries()) {
        const citation = cite(chosen, at + 1);
        const quoted = spoken(citation.quote);
        const words = response === '' ? quoted : `${quoted.includes('\n') ? '\n\n' : ' '}${quoted}`;
        yield { type: 'text', delta: words };
        citations.push(citation);
        yield { type: 'citations', citations: [...citations] };
        const marker = ` [${citation.id}]`;
        yield { type: 'text', delta: marker };
        response += words + marker;
      }
      yield {
        type: 'finish',
        reason: 'stop',
        usage: usageOf(
          read.map(({ read: { passage } }) => passage.text),
          response,
        ),
        suggestions: suggest(read, extracts, [question.text, understood.context]),
        unsupported: [],
      };
    },
  };
}

async function* say(text: string, reason: FinishReason): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', delta: text };
  yield { type: 'finish', reason, usage: usageOf([], text), suggestions: [], unsupported: [] };
}
