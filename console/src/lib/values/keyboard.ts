/** Returns whether a key press is text input or part of a key combination. */
export const isTypingOrChord = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable]') !== null)

export const topmostDialog = (): Element | undefined =>
  Array.from(document.querySelectorAll('[aria-modal="true"]')).at(-1)

/**
 * Returns whether a single-key shortcut must ignore a key press, because it is text input or because a dialog is open.
 */
export const shouldIgnoreShortcut = (event: KeyboardEvent): boolean =>
  isTypingOrChord(event) || topmostDialog() !== undefined
