import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIngestion, type TestIngestion } from '../../helpers/ingestion/test-ingestion.ts';

let world: TestIngestion;
beforeAll(async () => {
  world = await openIngestion();
  await world.worker.start();
});
afterAll(() => world.close());

it.each([
  ['page.adoc', 'include::partial$intro.adoc[]\n', 'partial$intro.adoc'],
  ['page.rst', '.. include:: ../intro.rst\n\n.. literalinclude:: run.py\n   :lines: 1-3\n', '../intro.rst run.py'],
])('reads %s, which only includes files, and tells which are missing', async (name, page, missing) => {
  const source = await world.upload(name, page);
  expect(await world.settled(source.id)).toMatchObject({
    status: 'completed',
    error: null,
    chunksCount: 0,
    reading: { left_out: [{ kind: 'missing', characters: missing.length, text: missing }] },
  });
  expect((await world.ask('What does the introduction say?')).citations).toEqual([]);
});

it('answers with the branch of a condition that the built page has', async () => {
  const page = 'ifdef::backend-html5[]\nThe lamp burns for nine hours.\nendif::[]\n';
  const source = await world.upload(
    'lamp.adoc',
    `= Lamp\n\n${page}ifdef::backend-pdf[]\nThe lamp burns ink.\nendif::[]\n`,
  );
  expect(await world.settled(source.id)).toMatchObject({
    status: 'completed',
    reading: { left_out: [{ kind: 'hidden', text: 'The lamp burns ink.' }] },
  });
  const { quotes } = await world.ask('How long does the lamp burn?');
  expect(quotes.join(' ')).toContain('nine hours');
  expect(quotes.join(' ')).not.toContain('burns ink');
});
