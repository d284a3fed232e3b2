/**
 * The operations that a page of the test environment sends to production. These operations concern the sign-in and the
 * session, the saved views, the list of merchants, the scopes of API keys, and the state and the keys of a test
 * account. The page sends every other operation to the shown test account. The server refuses an operation that does
 * not exist in the test environment.
 */
const OPERATIONS: ReadonlySet<unknown> = new Set([
  'Me',
  'SignInWays',
  'SignIn',
  'SignInWithCode',
  'BeginEnrolment',
  'ConfirmEnrolment',
  'SignOut',
  'Proved',
  'StepUp',
  'BeginTotp',
  'ConfirmTotp',
  'ExtendSession',
  'Merchants',
  'SavedViews',
  'SaveView',
  'DeleteView',
  'ApiKeyScopes',
  'TestAccount',
  'CreateTestKey',
])

/** Returns whether an operation always uses the production environment. */
export const usesProduction = (operation: unknown): boolean => OPERATIONS.has(operation)
