import { CIRCLE } from '../base/icon.ts';

// Outlines in a box of 20 × 20 that only a conversation needs; not in icon.ts, so that opening the panel does not load them.
export const COMPOSE = 'M9.5 4.5h-5v11h11v-5M14.4 3.6a1.4 1.4 0 0 1 2 2L10.5 11.5 8 12l.5-2.5z';
export const OPEN = 'M8 5H5v10h10v-3M11.5 4.5h4v4M15.2 4.8 9 11';
export const COPY = 'M7.5 7.5h8v8h-8zM12.5 7V4.5h-8v8H7';
export const PENCIL = 'M12.9 4.6a1.6 1.6 0 0 1 2.4 2.3L7.5 14.7 4.5 15.5l.8-3z';
export const AGAIN = 'M15 12.25a5.5 5.5 0 1 1-1.1-6.15L16 8.2m0-3.7v3.7h-3.7';
export const THUMB =
  'M6.5 9v7H4V9h2.5l3-5.5c1 0 1.8.8 1.8 1.8V8h4a1.4 1.4 0 0 1 1.4 1.7l-1 5.1a1.5 1.5 0 0 1-1.4 1.2H6.5';
export const CLOCK = `M10 5.75V10l2.75 1.75${CIRCLE}`;
export const CHECK = 'm4.5 10.5 3.5 3.5 7.5-8';
