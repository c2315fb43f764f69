import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIngestion, type TestIngestion } from '../../helpers/ingestion/test-ingestion.ts';

let world: TestIngestion;
beforeAll(async () => {
  world = await openIngestion();
  await world.worker.start();
});
afterAll(() => world.close());

it('reads a page that only includes a file, and tells which one is missing', async () => {
  const source = await world.upload('page.adoc', 'include::partial$intro.adoc[]\n');
  expect(await world.settled(source.id)).toMatchObject({
    status: 'completed',
    error: null,
    chunksCount: 0,
    reading: { left_out: [{ kind: 'missing', characters: 18, text: 'partial$intro.adoc' }] },
  });
  expect((await world.ask('What does the introduction say?')).citations).toEqual([]);
});

it('answers with the branch of a condition that the built page has', async () => {
  const page = 'ifdef::backend-html5[]\nThe lamp burns for nine hours.\nendif::[]\n';
  const source = await world.upload('lamp.adoc', `= Lamp\n\n${page}ifdef::backend-pdf[]\nThe lamp burns ink.\nendif::[]\n`);
  expect(await world.settled(source.id)).toMatchObject({
    status: 'completed',
    reading: { left_out: [{ kind: 'hidden', text: 'The lamp burns ink.' }] },
  });
  const { quotes } = await world.ask('How long does the lamp burn?');
  expect(quotes.join(' ')).toContain('nine hours');
  expect(quotes.join(' ')).not.toContain('ink');
});
