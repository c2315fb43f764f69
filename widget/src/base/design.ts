/**
 * The design of the widget and of the console: the only place where their shared colours, type, spacing, elevation and motion are
 * set. The console has each as a custom property of its name (`--ink`), through its build. The widget's styles take the values;
 * its own properties, such as `--footnote-text`, come before them. README.md describes them.
 *
 * A colour is a pair for light and dark. `design.test.ts` holds every pair of text and background to WCAG 2.2 AA.
 */
export const DESIGN = {
  // Surfaces, from the page up to what lies on it.
  paper: 'light-dark(#ffffff, #0f1115)',
  card: 'light-dark(#ffffff, #16191f)',
  shade: 'light-dark(#f7f7f9, #13161b)',
  sunk: 'light-dark(#f1f2f5, #1d2129)',
  hover: 'light-dark(#f0f1f4, #20252e)',
  // Between things, and around what can be filled in or pressed.
  line: 'light-dark(#e5e7ec, #282d37)',
  edge: 'light-dark(#868c9c, #6d7587)',
  // Text.
  ink: 'light-dark(#14171f, #eceef3)',
  soft: 'light-dark(#59606f, #a1a9b8)',
  mark: 'light-dark(#ffe58a, #5d4b00)',
  // The accent of the brand; that of a project takes its place in the widget.
  accent: 'light-dark(#2f5bea, #5b82ff)',
  'accent-hover': 'light-dark(#2449c4, #7696ff)',
  'accent-ink': 'light-dark(#2449c4, #9db4ff)',
  'accent-shade': 'light-dark(#eef2ff, #1a2340)',
  'on-accent': 'light-dark(#ffffff, #0b0f1c)',
  // Meaning.
  good: 'light-dark(#17693f, #7fd6a3)',
  'good-shade': 'light-dark(#e8f6ee, #12291d)',
  warn: 'light-dark(#825000, #f2c275)',
  'warn-shade': 'light-dark(#fff5e0, #2f2411)',
  bad: 'light-dark(#b3261e, #ff9d96)',
  'bad-hover': 'light-dark(#8f1d17, #ffb3ad)',
  'bad-shade': 'light-dark(#fdeeed, #35191a)',
  'on-bad': 'light-dark(#ffffff, #2a0a08)',

  // Type: titles in the serif of the brand, all else in the sans of the system. Nothing is downloaded.
  serif: '"Iowan Old Style", Palatino, Georgia, serif',
  sans: '-apple-system, "Segoe UI", Roboto, Arial, sans-serif',
  mono: 'ui-monospace, Menlo, Consolas, monospace',
  'text-xs': '0.75rem',
  'text-s': '0.8125rem',
  'text-m': '0.875rem',
  'text-l': '1rem',
  'text-xl': '1.375rem',
  'text-xxl': '1.75rem',

  'space-1': '0.25rem',
  'space-2': '0.5rem',
  'space-3': '0.75rem',
  'space-4': '1rem',
  'space-5': '1.5rem',
  'space-6': '2rem',
  'space-7': '3rem',
  'space-8': '4.5rem',

  'round-s': '6px',
  'round-m': '8px',
  'round-l': '12px',
  'round-xl': '18px',

  // Elevation: what lies on the page, and what floats over it.
  'shadow-s': '0 1px 2px rgb(0 0 0 / .06)',
  'shadow-l': '0 2px 6px rgb(0 0 0 / .08), 0 18px 56px rgb(0 0 0 / .2)',

  // Motion: an answer to the pointer, and something that comes or goes. None where a visitor wants less of it.
  quick: '.12s',
  calm: '.2s',
} as const;

/** What changes for those who want more contrast (`prefers-contrast: more`). Forced colours are the browser's own. */
export const MORE_CONTRAST = {
  line: DESIGN.edge,
  edge: 'light-dark(#4a5160, #aab2c2)',
  soft: 'light-dark(#343a46, #d3d8e2)',
  'accent-ink': 'light-dark(#16318c, #c3d1ff)',
} as const satisfies Partial<Record<keyof typeof DESIGN, string>>;
