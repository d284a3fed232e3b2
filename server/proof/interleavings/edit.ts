/** Changes the text of SQL statements before they are sent to the database. */
export interface Edit {
  /** Returns the statements to send before a statement, on the same connection and without parameters. */
  before(text: string): readonly string[]
  /** Returns the text to send instead of a statement. */
  replace(text: string): string
}

/** Sends every statement as it is. */
export const UNCHANGED: Edit = { before: () => [], replace: (text) => text }

/** Changes the text of every statement. */
export const editText = (replace: Edit['replace']): Edit => ({ ...UNCHANGED, replace })

/** Makes several changes, one after the other. */
export const editAll = (...edits: readonly Edit[]): Edit => ({
  before: (text) => edits.flatMap((edit) => edit.before(text)),
  replace: (text) => edits.reduce((changed, edit) => edit.replace(changed), text),
})
