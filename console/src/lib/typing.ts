/** Whether a key just pressed belongs to what somebody writes, or to a dialog in front: single keys do nothing then. */
export const belongsElsewhere = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  document.querySelector('[aria-modal="true"]') !== null ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable]') !== null)
