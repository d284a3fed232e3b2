import type { Permission, ROLES } from '../../../lib/access.ts'

type Role = (typeof ROLES)[number]

const EVERYBODY: readonly Role[] = ['support', 'finance', 'admin', 'auditor']
const FINANCE: readonly Role[] = ['finance', 'admin', 'auditor']
const INTEGRATION: readonly Role[] = ['support', 'admin', 'auditor']
const ADMINISTRATION: readonly Role[] = ['admin', 'auditor']

/**
 * Maps each page of the navigation to the roles that may open the page. page-roles.test.ts compares these roles with
 * the server's.
 */
export const ROLES_WITH: Readonly<Partial<Record<Permission, readonly Role[]>>> = {
  'charge.read': EVERYBODY,
  'case.read': EVERYBODY,
  'balance.read': FINANCE,
  'payout.read': FINANCE,
  'reconciliation.read': FINANCE,
  'statement.read': FINANCE,
  'merchant.read': EVERYBODY,
  'webhook_endpoint.read': INTEGRATION,
  'api_key.read': INTEGRATION,
  'pix_account.read': FINANCE,
  'request.read': INTEGRATION,
  'staff.read': ADMINISTRATION,
  'audit.read': ADMINISTRATION,
}
