import { indentOf } from './indentation.ts';

/** A step, which becomes an item of a numbered list with what is in it. */
export interface Step {
  /** `1. `, and so on. */
  marker: string;
  /** Is its first line, which follows the marker, still to come? */
  isOpen: boolean;
}

/** Components and shortcodes around the steps of a procedure, and those around one step. */
export const isStepList = (closedBy: string) => /^(?:<Steps|\{stepper)$/.test(closedBy);
export const isStep = (closedBy: string) => /^(?:<Step|\{step)$/.test(closedBy);

const HEADING = /^#{1,6}[ \t]/;
/** The line begins something that cannot follow a marker: code, a quotation, a table, a list, a container. */
const BEGINS_BLOCK = /^(?:```|~~~|[<>|{]|:::|!!!|[-*+][ \t]|\d{1,9}[.)][ \t])/;

export const isHeading = (line: string) => HEADING.test(line.trim());

/** A step that begins with a heading is a section, and no item of a list. */
export const beginsSection = (step: Step | null | undefined, line: string) => step?.isOpen === true && isHeading(line);

/** The first line of a step with its marker; as it is where it begins something else than running text. */
export function beginStep(step: Step, line: string): string {
  step.isOpen = false;
  const content = line.trim();
  if (BEGINS_BLOCK.test(content)) return line;
  return ' '.repeat(Math.max(0, indentOf(line) - step.marker.length)) + step.marker + content;
}
