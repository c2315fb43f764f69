import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CuratedAnswer, CuratedAnswersImported, List } from '@footnote/sdk/contract';
import { type Command, plural } from '../command.ts';
import { connectionOf, createProjectApi } from '../project-api.ts';
import { readAnswers, writeAnswers } from './answers-file.ts';

const PAGE = 100;
/** As many as a request may have. */
const BATCH = 100;

/**
 * `footnote answers export FILE` and `import FILE`: the answers that the owner has written, as JSON or Markdown, through the API of
 * a server. An import changes answers with the same question and deletes none.
 */
export async function answers({ words, env, say, signal }: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { project: { type: 'string' }, server: { type: 'string' } },
  });
  const [action, file, ...more] = positionals;
  if (file === undefined || more.length > 0 || (action !== 'export' && action !== 'import')) return false;
  const rights = action === 'export' ? 'read' : 'manage';
  const { call } = createProjectApi(connectionOf(values, env, rights, signal), say);

  if (action === 'export') {
    const all: CuratedAnswer[] = [];
    for (let total = 1; all.length < total; ) {
      const page = await call<List<CuratedAnswer>>('GET', `/curated-answers?limit=${PAGE}&offset=${all.length}`);
      if (page.items.length === 0) break;
      all.push(...page.items);
      total = page.total;
    }
    // Oldest first, so that an import into another project keeps their order.
    await writeFile(file, writeAnswers(file, all.reverse()));
    say(`${plural(all.length, 'answer')} written to ${file}.`);
    return true;
  }

  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`the file ${file} cannot be read.`);
  });
  const given = readAnswers(file, text);
  const sum: CuratedAnswersImported = { created: 0, updated: 0, unchanged: 0 };
  for (let at = 0; at < given.length; at += BATCH) {
    const body = { answers: given.slice(at, at + BATCH) };
    const counts = await call<CuratedAnswersImported>('POST', '/curated-answers/import', body);
    for (const name of ['created', 'updated', 'unchanged'] as const) sum[name] += counts[name];
  }
  say(`${sum.created} new, ${sum.updated} changed, ${sum.unchanged} unchanged.`);
  return true;
}
