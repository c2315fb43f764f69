import { DESIGN } from '../base/design.ts';

/**
 * The tokens of code. A text, as this comes without Lit: a module that has Lit in common with others makes the build split it off.
 * With forced colours the browser's own take their place; for more contrast all of them have the text's.
 */
export const codeStyles = `
  .code-keyword { color: ${DESIGN['accent-ink']}; }
  .code-string { color: ${DESIGN.good}; }
  .code-literal { color: ${DESIGN.warn}; }
  .code-comment { color: ${DESIGN.soft}; font-style: italic; }
  @media (prefers-contrast: more) {
    .code pre [class] { color: inherit; }
    .code-keyword { font-weight: 700; }
  }
`;
