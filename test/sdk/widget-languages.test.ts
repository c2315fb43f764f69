import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES_FILE, languagesFile } from '../../.build/widget-languages.ts';

it('has the list of the widget’s languages that the server has', () => {
  expect(readFileSync(LANGUAGES_FILE, 'utf8'), 'It is stale: run `npm run build:contract`.').toBe(languagesFile());
});
