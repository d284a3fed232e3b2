/** The titles of the open dialogs, the topmost last. */
const titles: string[] = []

/** Adds the title of a dialog that opens. Returns a function that removes the title. */
export function addOpenTitle(title: string): () => void {
  titles.push(title)
  return () => {
    titles.splice(titles.lastIndexOf(title), 1)
  }
}

/** Returns the title of the topmost open dialog, or undefined if no dialog is open. */
export const topmostTitle = (): string | undefined => titles.at(-1)
