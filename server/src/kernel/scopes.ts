/** The scopes of an API key. */
export const SCOPES = [
  'charges:read',
  'charges:write',
  'refunds:write',
  'balance:read',
  'statement:read',
  'payouts:read',
  'webhooks:read',
  'webhooks:write',
] as const
export type Scope = (typeof SCOPES)[number]
