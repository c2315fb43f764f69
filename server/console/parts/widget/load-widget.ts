/** Where the widget's element is, below `/widget/`: version and file, set when the console is built. */
declare const FOOTNOTE_WIDGET: string;

/** Loads the widget from the server as any page does; `<footnote-chat>` is then defined. */
export const loadWidget = (): Promise<unknown> => import(/* @vite-ignore */ `/widget/${FOOTNOTE_WIDGET}`);
