import { expect, it } from 'vitest';
import { parse } from '../../../server/ingestion/parse/parse.ts';
import { CASES } from './all-cases.ts';
import { asShown, nameOf } from './fidelity-case.ts';
import { scoreOf } from './score.ts';

it.each(CASES.map((one) => [nameOf(one), one] as const))('reads as a person does: %s', async (_, one) => {
  const document = await parse(one.format, await one.make(), () => undefined, undefined, one.options);
  const { lost, added, headings, cells, titles } = scoreOf(document, one);
  expect({ lost, added, wrong: wrongOf(headings) + wrongOf(cells) + wrongOf(titles) }, asShown(document)).toEqual({
    lost: 0,
    added: 0,
    wrong: 0,
  });
});

const wrongOf = ({ right, of }: { right: number; of: number }) => of - right;
