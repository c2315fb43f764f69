/** Answers made to slow the drawing down, each with a description. */
export const STRESS: [string, string][] = [
  ['2,000 quotes', '>'.repeat(2000)],
  ['a list 800 levels deep', Array.from({ length: 800 }, (_, level) => `${' '.repeat(level)}- x`).join('\n')],
  ['50,000 open brackets', '['.repeat(50_000)],
  ['a table of 30,000 columns', `${'|a'.repeat(30_000)}\n${'|-'.repeat(30_000)}`],
  ['emphasis that never ends', '*a_b~~'.repeat(10_000)],
  ['thousands of tables', '| a\n|-\n\n'.repeat(4000)],
  ['thousands of items', '- \n'.repeat(10_000)],
  ['one long heading', `# ${' #'.repeat(20_000)}x`],
  ['backticks of every length', Array.from({ length: 250 }, (_, count) => '`'.repeat(count + 1)).join(' ')],
  ['odd white space', '\t\v\n'.repeat(15_000)],
];
