/** Changes the text of SQL statements before they are sent to the database. */
export interface Edit {
  /** Returns the SQL statements to send before the statement `text`, on the same connection and without parameters. */
  before(text: string): readonly string[]
  /** Returns the SQL text to send instead of `text`. */
  replace(text: string): string
}

/** The edit that changes no SQL statement. */
export const UNCHANGED: Edit = { before: () => [], replace: (text) => text }

/** Returns the edit that sends `replace(text)` instead of each SQL statement `text`. */
export const editText = (replace: Edit['replace']): Edit => ({ ...UNCHANGED, replace })

/** Returns the edit that applies several edits, one after the other. */
export const editAll = (...edits: readonly Edit[]): Edit => ({
  before: (text) => edits.flatMap((edit) => edit.before(text)),
  replace: (text) => edits.reduce((changed, edit) => edit.replace(changed), text),
})
