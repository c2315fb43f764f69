/**
 * Examines the expressions that are not in `examined.txt` yet, and writes there those that take time in proportion to their
 * text: `npm run expressions`.
 */
import { complaintAbout } from './complaint.ts';
import { readExamined, writeExamined } from './examined.ts';
import { shippedExpressions, toExamine } from './shipped.ts';

const examined = readExamined();
const linear: string[] = [];
for (const [name, expression] of toExamine(shippedExpressions().expressions)) {
  const complaint = examined.has(name) ? null : complaintAbout(expression);
  if (complaint === null) linear.push(name);
  else {
    process.exitCode = 1;
    process.stderr.write(`${complaint}\n`);
  }
}
writeExamined(linear);
