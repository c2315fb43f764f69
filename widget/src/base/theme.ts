/** The accent if neither the page nor the project sets one; the same as in design.ts and parts/launcher.styles.ts. */
const DEFAULT_ACCENT = '#2f5bea';
/** The panel's backgrounds, which text in the accent colour is on: `card` of design.ts. */
const LIGHT: Color = [255, 255, 255];
const DARK: Color = [22, 25, 31];
/** WCAG 2.2 AA for text. */
const MIN_CONTRAST = 4.5;

type Color = [red: number, green: number, blue: number];

/**
 * Sets the colors that the launcher needs from an accent, a CSS hex color. Text on the accent becomes black or white,
 * whichever has more contrast. Returns the color; does nothing if the accent is not one. A page that sets
 * `--footnote-accent` itself overrides this, and then sets `--footnote-on-accent` as well.
 */
export function applyLauncherTheme(element: HTMLElement, accent = ''): Color | undefined {
  const color = parseHex(accent);
  if (!color) return undefined;
  setProperty(element, '--_accent', accent);
  // The contrast with white, whose luminance is 1.
  setProperty(element, '--_on-accent', 1.05 / (luminance(color) + 0.05) < MIN_CONTRAST ? '#111' : '#fff');
  return color;
}

/** The same for the whole panel: text in the accent is darkened or lightened until its contrast is sufficient. */
export function applyTheme(element: HTMLElement, accent: string | undefined): void {
  const color = applyLauncherTheme(element, accent) ?? (applyLauncherTheme(element, DEFAULT_ACCENT) as Color);
  setProperty(element, '--_accent-on-light', toHex(readable(color, LIGHT, 0)));
  setProperty(element, '--_accent-on-dark', toHex(readable(color, DARK, 255)));
}

/** Set through the CSSOM, as a strict content security policy forbids style attributes in markup. */
function setProperty(element: HTMLElement, name: string, value: string): void {
  element.style.setProperty(name, value);
}

function readable(color: Color, surface: Color, towards: 0 | 255): Color {
  let mixed = color;
  for (let share = 0; share <= 1 && contrast(mixed, surface) < MIN_CONTRAST; share += 0.05)
    mixed = color.map((part) => part + (towards - part) * share) as Color;
  return mixed;
}

function contrast(one: Color, other: Color): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseHex(text: string): Color | undefined {
  if (!/^#[\da-f]{6}$/i.test(text)) return undefined;
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as Color;
}

function toHex(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
