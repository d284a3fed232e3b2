const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Returns the statements that set the comment of a table and the comments of its columns. */
export function comments(table: string, text: string, columns: Record<string, string> = {}): string[] {
  return [
    `comment on table ${table} is ${quoted(text)}`,
    ...Object.entries(columns).map(
      ([column, meaning]) => `comment on column ${table}.${column} is ${quoted(meaning)}`,
    ),
  ]
}

/**
 * Returns the statements that allow only the application's role to execute a function. The owner can always execute it.
 */
export const executableByApplication = (signature: string): string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to pix_app`,
]

/**
 * Returns the statements of `executableByApplication` for a function that the same migration creates. An added comment
 * exempts the `revoke` from the lint rule `ban-revoke`.
 */
export const newExecutableByApplication = (signature: string): string[] =>
  executableByApplication(signature).map((text) =>
    text.startsWith('revoke')
      ? `-- lint-ignore ban-revoke: The function is new, so no build uses the privilege.\n${text}`
      : text,
  )
