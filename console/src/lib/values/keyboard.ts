/** Whether a key just pressed belongs to what somebody writes, or is part of a chord: single keys do nothing then. */
export const isTypingOrChord = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable]') !== null)

/** The dialog in front of all else. */
export const topmostDialog = (): Element | undefined =>
  Array.from(document.querySelectorAll('[aria-modal="true"]')).at(-1)

/** Whether a key just pressed is for somebody who writes, or for a dialog in front. */
export const shouldIgnoreShortcut = (event: KeyboardEvent): boolean =>
  isTypingOrChord(event) || topmostDialog() !== undefined
