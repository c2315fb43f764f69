import { discardUnsaved, isUnsaved } from '../../controllers/unsaved.ts';
import { confirm } from './confirm.ts';

/** True if nothing on the page is unsaved. Otherwise asks the user, and discards the changes if they agree. */
export function confirmLeave(): true | Promise<boolean> {
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
