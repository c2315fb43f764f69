/** Where the widget's element is, below `/widget/`: version and file, set when the console is built. */
declare const FOOTNOTE_WIDGET: string;

/** Loads the widget as the server hands it out to every page; then `<footnote-chat>` is defined. */
export const loadWidget = (): Promise<unknown> => import(/* @vite-ignore */ `/widget/${FOOTNOTE_WIDGET}`);
