/** Footnote's icon. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Footnote</title><rect width="32" height="32" rx="8" fill="#2f5bea"/><path d="M7 13h8M7 20h18M20 8.5l3-1.5v7" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** In the head of every page. Without it, browsers ask for `/favicon.ico`. */
export const ICON_LINK = '<link rel="icon" href="/icon.svg" type="image/svg+xml">';
