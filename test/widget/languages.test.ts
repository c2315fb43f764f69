import { readdirSync } from 'node:fs';
import { WIDGET_LANGUAGE_DIRECTIONS, WIDGET_LANGUAGES } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { SEARCH_LABELS } from '../../widget/src/documentation/search-labels.ts';
import { LAUNCHER_LABELS } from '../../widget/src/locales/launcher-labels.ts';
import { LOCALES, loadLocale } from '../../widget/src/locales/load.ts';

describe('the list of widget languages', () => {
  it('names every file of strings, and no other', () => {
    const files = readdirSync(new URL('../../widget/src/locales', import.meta.url)).filter((name) =>
      /^[a-z]{2}\.ts$/.test(name),
    );
    expect(files.sort()).toEqual(WIDGET_LANGUAGES.map((language) => `${language}.ts`));
    expect(Object.keys(LOCALES)).toEqual([...WIDGET_LANGUAGES]);
  });

  it.each(WIDGET_LANGUAGES)('has the same labels of buttons in its strings: %s', async (language) => {
    const { open, search } = await loadLocale(language);
    expect({ open, search }).toEqual({ open: LAUNCHER_LABELS[language], search: SEARCH_LABELS[language] });
  });

  // A comment is sent with the same word as a question. A button that says the opposite would lose answers.
  it.each(WIDGET_LANGUAGES)('has the buttons for sending and stopping the right way round: %s', async (language) => {
    const { send, stop, sendComment } = await loadLocale(language);
    expect(sendComment.toLowerCase()).toContain(send.toLowerCase());
    expect(sendComment.toLowerCase()).not.toContain(stop.toLowerCase());
  });

  it.each(WIDGET_LANGUAGES)('gives the direction that Unicode gives it: %s', (language) => {
    // Node.js has the method, which TypeScript's types do not know yet.
    const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo(): { direction: 'ltr' | 'rtl' } };
    expect(WIDGET_LANGUAGE_DIRECTIONS[language]).toBe(locale.getTextInfo().direction);
  });
});
