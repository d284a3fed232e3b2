/** What a person may do in the console. The server decides; this only keeps dead ends out of sight. */
export type Ability =
  | 'charges'
  | 'balance'
  | 'statement'
  | 'webhooks'
  | 'webhooks.write'
  | 'apiKeys'
  | 'apiKeys.create'
  | 'apiKeys.revoke'

/** The roles of the staff. */
export type Role = 'support' | 'finance' | 'admin' | 'auditor'

const ROLES: Record<Ability, readonly Role[]> = {
  charges: ['support', 'finance', 'admin', 'auditor'],
  balance: ['finance', 'admin', 'auditor'],
  statement: ['finance', 'admin', 'auditor'],
  webhooks: ['support', 'admin', 'auditor'],
  'webhooks.write': ['support', 'admin'],
  apiKeys: ['support', 'admin', 'auditor'],
  'apiKeys.create': ['admin'],
  'apiKeys.revoke': ['support', 'admin'],
}

/** True when the role may use that part of the console. */
export function can(role: Role, ability: Ability): boolean {
  return ROLES[ability].includes(role)
}
