import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { scoreOwnCases } from './fidelity/own-cases.ts';
import { inputFiles } from './folder.ts';
import { readFiles, tasksFor } from './read-files.ts';
import { uploadAll } from './through-server.ts';

const USAGE = 'npm run inputs [-- FOLDER [--only TEXT] [--json FILE | --server]]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    server: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Returns true where all went well. */
async function run(): Promise<boolean> {
  const [folder] = positionals;
  if (folder === undefined) return scoreOwnCases();
  const tasks = tasksFor(inputFiles(resolve(folder)).filter(({ name }) => name.includes(values.only)));
  if (tasks.length === 0) throw new Error(`${folder} holds no file whose name has “${values.only}” in it.`);
  return values.server ? uploadAll(tasks) : readFiles(tasks, values.json);
}

if (values.help) console.log(USAGE);
else if (!(await run())) process.exitCode = 1;
