import { answeringExamples } from '../../answering/errors.ts';
import { engineExamples } from '../../engines/errors.ts';
import { ingestionExamples } from '../../ingestion/errors.ts';
import { type ApiError, commonExamples } from '../../platform/errors.ts';
import { serviceExamples } from '../../services/errors.ts';
import { storeExamples } from '../../store/errors.ts';
import { httpExamples } from '../errors.ts';

/** An error for each code that the API may answer with, by status and code. */
export function exampleErrors(): ApiError[] {
  const examples = [
    ...commonExamples,
    ...storeExamples,
    ...httpExamples,
    ...serviceExamples,
    ...ingestionExamples,
    ...engineExamples,
    ...answeringExamples,
  ].map((make) => make());
  const byCode = new Map(examples.map((error) => [`${error.status} ${error.code}`, error]));
  return [...byCode].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, error]) => error);
}
