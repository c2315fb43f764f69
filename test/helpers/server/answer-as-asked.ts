import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import { citedAnswer, finish, text } from './scripted-answers.ts';
import { echo } from './test-app.ts';

/** Does what the question says: `refuse`, `break` or `wait`. Any other question is echoed. */
export async function* answerAsAsked(
  question: Question,
  ...cited: Parameters<typeof citedAnswer>
): AsyncGenerator<AnswerEvent> {
  switch (question.text) {
    case 'refuse':
      yield* citedAnswer(...cited).slice(0, -1);
      yield { type: 'verdict', response: 'Not in the documents.' };
      yield finish({ reason: 'refused' });
      return;
    case 'break':
      yield text('One');
      throw new Error('the engine broke');
    case 'wait':
      yield text('Let me see');
      await new Promise((_, reject) => question.signal.addEventListener('abort', () => reject(question.signal.reason)));
      return;
    default:
      yield* echo(question);
  }
}
