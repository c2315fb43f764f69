import { describe, expect, it } from 'vitest';
import { STYLE } from '../../server/presenters/document-page/page-style.ts';
import { DESIGN, MORE_CONTRAST } from '../../widget/src/base/design.ts';
import { LAUNCHER_CSS } from '../../widget/src/base/launcher.styles.ts';

type Name = keyof typeof DESIGN;
const PLAIN: Record<string, string> = DESIGN;
const MORE: Record<string, string> = { ...DESIGN, ...MORE_CONTRAST };
const SURFACES: Name[] = ['paper', 'card', 'shade', 'sunk', 'hover'];
/** Text, and what it stands on. */
const TEXT: [Name, Name][] = [
  ...SURFACES.flatMap((surface) =>
    (['ink', 'soft', 'accent-ink'] as const).map((text): [Name, Name] => [text, surface]),
  ),
  ...(['good', 'warn', 'bad'] as const).flatMap((text): [Name, Name][] => [
    [text, 'paper'],
    [text, 'card'],
    [text, `${text}-shade`],
  ]),
  // Code stands on a mixture that lies between these surfaces.
  ...(['good', 'warn'] as const).flatMap((text): [Name, Name][] => [
    [text, 'sunk'],
    [text, 'hover'],
  ]),
  ['accent-ink', 'accent-shade'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-bad', 'bad'],
  ['on-bad', 'bad-hover'],
  ['ink', 'mark'],
];

/** The two colours of a pair, for light and dark. */
function pairOf(value = ''): [light: string, dark: string] {
  const [, light = '', dark = ''] = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(value) ?? [];
  return [light, dark];
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrasts(one: string | undefined, other: string | undefined): number[] {
  const [first, second] = [pairOf(one), pairOf(other)];
  return [0, 1].map((scheme) => {
    const [darker = 0, lighter = 0] = [luminance(first[scheme] ?? ''), luminance(second[scheme] ?? '')].sort();
    return (lighter + 0.05) / (darker + 0.05);
  });
}

describe('the design', () => {
  it.each(TEXT)('has enough contrast for text in light and dark: %s on %s', (text, surface) => {
    expect(Math.min(...contrasts(PLAIN[text], PLAIN[surface]))).toBeGreaterThanOrEqual(4.5);
    const least = ['soft', 'accent-ink', 'ink'].includes(text) ? 7 : 4.5;
    expect(Math.min(...contrasts(MORE[text], MORE[surface]))).toBeGreaterThanOrEqual(least);
  });

  it.each(['paper', 'card'] as const)('shows what can be filled in on %s', (surface) => {
    expect(Math.min(...contrasts(PLAIN.edge, PLAIN[surface]))).toBeGreaterThanOrEqual(3);
    expect(Math.min(...contrasts(MORE.line, MORE[surface]))).toBeGreaterThanOrEqual(3);
    expect(Math.min(...contrasts(MORE.edge, MORE[surface]))).toBeGreaterThanOrEqual(4.5);
  });

  it('is that of the launcher, which has no room for it, and of the document page, which comes without the widget', () => {
    expect(LAUNCHER_CSS).toContain(`var(--_accent, ${pairOf(DESIGN.accent)[0]})`);
    const [plain = '', more = ''] = STYLE.split('@media (prefers-contrast: more)').map((part) => part.split('}')[0]);
    const declared = (css: string) =>
      [...css.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value]) => [name, value]);
    expect(declared(plain).length).toBeGreaterThan(9);
    for (const [name = '', value] of declared(plain)) expect([name, value]).toEqual([name, PLAIN[name]]);
    expect(Object.fromEntries(declared(more))).toEqual(MORE_CONTRAST);
  });
});
