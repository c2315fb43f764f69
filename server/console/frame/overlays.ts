/** What opens above every page. Loaded when it is first needed. */
import './command-palette.ts';
import './shortcut-help.ts';
