import { collapseWhitespace } from '../../platform/text/collapse-whitespace.ts';

/** The wording that most of these questions share, in its latest form; of equally frequent ones the latest. */
export function mostFrequentWording(questions: { text: string; askedAt: number }[]): string {
  const latestFirst = questions.toSorted((one, other) => other.askedAt - one.askedAt);
  const byWords = Map.groupBy(latestFirst, ({ text }) => collapseWhitespace(text).toLowerCase());
  const [most = []] = [...byWords.values()].sort((one, other) => other.length - one.length);
  return most[0]?.text ?? '';
}
