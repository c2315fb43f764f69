import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';

/** Paths in a box of 20 × 20, with strokes of 1.5. */
const PATHS = {
  add: 'M10 4v12M4 10h12',
  alert: 'M10 3 1.8 17h16.4L10 3Zm0 5.2v4M10 14.4v.2',
  archive: 'M3 4h14v3.500H3V4Zm1.500 3.500V16h11V7.500M8 10.500h4',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  branch:
    'M6 6.500v7M6 3a1.750 1.750 0 1 0 0 3.500A1.750 1.750 0 0 0 6 3Zm0 10.500A1.750 1.750 0 1 0 6 17a1.750 1.750 0 0 0 0-3.500ZM14 4.500A1.750 1.750 0 1 0 14 8a1.750 1.750 0 0 0 0-3.500ZM14 8v.500a3 3 0 0 1-3 3H9a3 3 0 0 0-3 2',
  chat: 'M3 5.5A2.5 2.5 0 0 1 5.5 3h9A2.5 2.5 0 0 1 17 5.5v6a2.5 2.5 0 0 1-2.5 2.5H9l-4 3v-3A2.5 2.5 0 0 1 3 11.5v-6Z',
  check: 'm4 10.5 4 4 8-9',
  chevron: 'm6 8 4 4 4-4',
  clock: 'M10 2.500a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 5.500V10l3 2',
  close: 'm5 5 10 10M15 5 5 15',
  copy: 'M7.5 7.5V5A1.5 1.5 0 0 1 9 3.5h6A1.5 1.5 0 0 1 16.5 5v6a1.5 1.5 0 0 1-1.5 1.500h-2.500M5 7.500h6A1.5 1.5 0 0 1 12.5 9v6a1.5 1.5 0 0 1-1.5 1.500H5A1.5 1.5 0 0 1 3.5 15V9A1.5 1.5 0 0 1 5 7.500Z',
  download: 'M10 3v9.500M6 8.500l4 4 4-4M3.5 13v3.500h13V13',
  disk: 'M4 5.500C4 4.100 6.700 3 10 3s6 1.100 6 2.500S13.300 8 10 8 4 6.900 4 5.500Zm0 0v9c0 1.400 2.700 2.500 6 2.500s6-1.100 6-2.500v-9M4 10c0 1.400 2.700 2.500 6 2.500s6-1.100 6-2.500',
  document: 'M5 2.500h6.500L16 7v10.500H5v-15Zm6 .2V7.500h4.800M7.8 11h5.200M7.8 14h5.2',
  folder:
    'M2.5 5.500A1.5 1.5 0 0 1 4 4h3.500l2 2H16a1.5 1.5 0 0 1 1.5 1.500V14.500A1.5 1.5 0 0 1 16 16H4a1.5 1.5 0 0 1-1.5-1.500v-9Z',
  globe:
    'M10 2.500a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM2.5 10h15M10 2.500c2.2 2.1 3.2 4.6 3.2 7.500s-1 5.4-3.2 7.500c-2.2-2.1-3.2-4.6-3.2-7.500s1-5.4 3.2-7.500Z',
  help: 'M10 2.500a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM7.8 8a2.2 2.2 0 1 1 3.3 1.900c-.7.4-1.1.9-1.1 1.600M10 14v.2',
  improve: 'm2.500 5.500 1.500 1.500L6.500 4m-4 9.500L4 15l2.500-3M10 5.500h7.500M10 13.500h7.500',
  info: 'M10 2.500a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 9v5M10 6.200v.2',
  key: 'M13 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM9.8 10.2 3 17M5.5 14.5l2 2M14 6v.1',
  mail: 'M2.500 4.500h15v11h-15v-11Zm.5.5 7 5.500L17 5',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  models: 'M6 6h8v8H6V6Zm2-3.500V6m4-3.500V6m-4 8v3.500m4-3.500v3.500M2.5 8H6m-3.5 4H6m8-4h3.500M14 12h3.5',
  moon: 'M16.5 11.500A7 7 0 0 1 8.5 3.500a7 7 0 1 0 8 8Z',
  more: 'M4.5 10v.1M10 10v.1M15.5 10v.1',
  people:
    'M7.500 4a2.750 2.750 0 1 0 0 5.500 2.750 2.750 0 0 0 0-5.500ZM2 16a5.500 5.500 0 0 1 11 0M13 4.300a2.750 2.750 0 0 1 0 5m2 2.200a5.500 5.500 0 0 1 3 4.500',
  person: 'M8 3.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM2.5 16.500a5.5 5.500 0 0 1 11 0M14 8h4m-2-2v4',
  play: 'M3 16V4l14 6-14 6Zm0-6h7',
  search: 'M9 3.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm4 9.5 4 4',
  send: 'M17 3 2.5 9l6 2.5L11 17.500 17 3ZM8.5 11.500 17 3',
  server: 'M3 4h14v5H3V4Zm0 7h14v5H3v-5Zm3-4.500v.1M6 13.500v.1',
  settings: 'M3 6h8m4 0h2M3 14h2m4 0h8M13 4v4M7 12v4',
  sign: 'M12 3.500H16V16.500h-4M3 10h9M8.5 6.5 12 10l-3.5 3.5',
  star: 'm10 2.500 2.300 4.900 5.200.700-3.800 3.700.900 5.200-4.600-2.500L5.400 17l.900-5.200L2.500 8.100l5.200-.7L10 2.500Z',
  sun: 'M10 6.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 1.500v2m0 13v2M1.5 10h2m13 0h2M4 4l1.4 1.400M14.6 14.6 16 16M4 16l1.4-1.400M14.6 5.4 16 4',
  sync: 'M16 8A6.3 6.3 0 0 0 4.5 6.500M4 12a6.3 6.3 0 0 0 11.5 1.500M4.2 3v3.700h3.700M15.8 17v-3.700h-3.7',
  system: 'M2.5 4h15v10h-15V4Zm4.5 13h6M10 14v3',
  text: 'M3 4.500h14M3 8.500h14M3 12.500h14M3 16.500h8',
  trash: 'M3.5 5.500h13M8 5.500V3.500h4v2M5 5.500l.8 11h8.400l.8-11M8.5 8.500v5M11.5 8.500v5',
  upload: 'M10 13V3.500M6 7.500l4-4 4 4M3.5 13v3.500h13V13',
  usage: 'M3 16.500h14M5 13.500V9m5 4.500V4m5 9.500V7',
  user: 'M10 3a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM3.5 17a6.5 6.5 0 0 1 13 0',
  widget: 'M2.5 4h15v12h-15V4Zm0 3.500h15M11 11h4v3h-4v-3Z',
} as const;

/** The names of all icons. */
export type IconName = keyof typeof PATHS;

/** An icon, hidden from screen readers: a button without text needs an `aria-label`. */
export function icon(name: IconName, size = 18): TemplateResult {
  return html`<svg viewBox="0 0 20 20" width=${size} height=${size} fill="none" stroke="currentColor" stroke-width=${name === 'more' ? 2.5 : 1.5} stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${drawing(name)}</svg>`;
}

/** The logo: lines of text with a raised figure one. */
export function logo(size = 24): TemplateResult {
  return html`<svg viewBox="0 0 32 32" width=${size} height=${size} aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2f5bea" /><path d="M7 13h8M7 20h18M20 8.500l3-1.500v7" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" /></svg>`;
}

function drawing(name: IconName): SVGTemplateResult {
  return svg`<path d=${PATHS[name]} />`;
}
