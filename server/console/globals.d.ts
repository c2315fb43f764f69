/** Where the widget's element is, below `/widget/`: version and file, set when the console is built. */
declare const FOOTNOTE_WIDGET: string;
