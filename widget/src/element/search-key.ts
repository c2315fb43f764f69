/**
 * Creates a listener for `keydown` that calls `open` on Ctrl-K or ⌘K. What the page itself does with the keys comes first, and
 * editors use them for links.
 */
export function createSearchKeyListener(open: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented, target } = event;
    if (key?.toLowerCase() !== 'k' || ctrlKey === metaKey || shiftKey || altKey) return;
    if (defaultPrevented || (target as Partial<HTMLElement> | null)?.isContentEditable) return;
    event.preventDefault();
    open();
  };
}
