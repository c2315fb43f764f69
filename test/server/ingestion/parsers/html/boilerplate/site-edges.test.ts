import { describe, expect, it } from 'vitest';
import { cutRepeated } from '../../../../../../server/ingestion/parsers/html/boilerplate/site-edges.ts';
import { createTextBuilder } from '../../../../../../server/ingestion/parsers/text/text-builder.ts';
import { expectSound } from '../../../parse/invariants.ts';

const page = (...texts: string[]) => {
  const builder = createTextBuilder();
  for (const text of texts) builder.add('paragraph', text);
  return builder.finish({});
};
/** What both pages begin and end with. */
const shared = (a: string[], b: string[]) => {
  const [one, other] = [a, b].map((texts) => cutRepeated(page(...texts), []).edges?.kept ?? []);
  return (one ?? []).filter((edge) => other?.includes(edge));
};
const cut = (texts: string[], repeated: string[]) => {
  const document = cutRepeated(page(...texts), repeated);
  expectSound(document);
  return document;
};

describe('the edges of a page of a site', () => {
  const repeated = shared(
    ['Kettle', 'Menu', 'One.', 'Help us', '© 2026'],
    ['Kettle', 'Menu', 'Two.', 'Help us', '© 2026'],
  );

  it('lose what repeats, from the outside to the first block that does not, and tell what that was', () => {
    const { text, leftOut } = cut(['KETTLE', 'Menu', 'Three.', 'Help us', 'Four.', 'Help us', '© 2026'], repeated);
    expect(text).toBe('Three.\n\nHelp us\n\nFour.');
    expect(leftOut).toEqual([{ kind: 'repeated', characters: 26, text: 'KETTLE Menu Help us © 2026' }]);
  });

  it('keep the text of the page that says the same as its footer', () => {
    expect(cut(['Kettle', 'Legal', '© 2026', 'Help us', '© 2026'], repeated).text).toBe('Legal\n\n© 2026');
  });

  it('stay where nothing else would be left', () => {
    expect(cut(['Kettle', 'Menu', '© 2026'], repeated).text).toBe('Kettle\n\nMenu\n\n© 2026');
  });
});
