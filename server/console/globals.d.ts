/** `0.1.0/footnote-chat-3f9a1c2b.js`: where the server has the widget's element, below `/widget/`. Set when the console is built. */
declare const FOOTNOTE_WIDGET: string;
/** Of the script tag's file, for `integrity`. Set when the console is built. */
declare const FOOTNOTE_WIDGET_HASH: string;
