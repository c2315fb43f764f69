/** The accent where neither the page nor the project names one: that of parts/launcher-look.ts. */
const DEFAULT_ACCENT = '#2f5bea';
/** The surfaces that accent-coloured words stand on: those of footnote-chat.styles.ts. */
const LIGHT: Colour = [255, 255, 255];
const DARK: Colour = [25, 26, 31];
/** WCAG 2.2 AA for text. */
const CONTRAST = 4.5;

type Colour = [red: number, green: number, blue: number];

/**
 * Paints an element in an accent, a CSS hex colour, as far as the launcher needs it: what stands on the accent becomes black
 * or white, whichever can be read. Returns the colour, and does nothing where the accent is none. A page that sets
 * `--footnote-accent` itself wins over this; it then sets `--footnote-on-accent` as well.
 */
export function paintLauncher(element: HTMLElement, accent = ''): Colour | undefined {
  const colour = parse(accent);
  if (!colour) return undefined;
  set(element, '--_accent', accent);
  set(element, '--_on-accent', contrast(colour, LIGHT) >= CONTRAST ? '#ffffff' : '#111111');
  return colour;
}

/** The same for the whole panel: words in the accent are darkened or lightened until they stand out from the surface. */
export function paint(element: HTMLElement, accent: string | undefined): void {
  const colour = paintLauncher(element, accent) ?? (paintLauncher(element, DEFAULT_ACCENT) as Colour);
  set(element, '--_accent-on-light', hex(readable(colour, LIGHT, 0)));
  set(element, '--_accent-on-dark', hex(readable(colour, DARK, 255)));
}

/** Through the object model, because a strict content security policy forbids style attributes in markup. */
function set(element: HTMLElement, name: string, value: string): void {
  element.style.setProperty(name, value);
}

function readable(colour: Colour, surface: Colour, towards: 0 | 255): Colour {
  let mixed = colour;
  for (let share = 0; share <= 1 && contrast(mixed, surface) < CONTRAST; share += 0.05)
    mixed = colour.map((part) => part + (towards - part) * share) as Colour;
  return mixed;
}

function contrast(one: Colour, other: Colour): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(text: string): Colour | undefined {
  if (!/^#[\da-f]{6}$/i.test(text)) return undefined;
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as Colour;
}

function hex(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
