/** Thrown when this build cannot migrate the database. The message says what the operator must do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
