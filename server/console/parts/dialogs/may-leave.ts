import { discardUnsaved, isUnsaved } from '../../controllers/unsaved.ts';
import { confirm } from './confirm.ts';

/** May the page be left? True at once where nothing would be lost; else what its owner says, and nothing is unsaved if they agree. */
export function mayLeave(): true | Promise<boolean> {
  if (!isUnsaved()) return true;
  return confirm({
    title: 'Leave without saving?',
    text: 'You have changed settings on this page and not saved them. If you leave now, the changes are lost.',
    action: 'Leave without saving',
    cancel: 'Stay',
    danger: true,
    act: async () => discardUnsaved(),
  });
}
