import { isTestEnvironment } from './environment.ts'

/**
 * The permissions that staff can have. The server defines and enforces these permissions. The console does not enforce
 * permissions: it only hides actions that the server would refuse.
 */
export type Permission =
  | 'merchant.read'
  | 'merchant.create'
  | 'merchant.change_terms'
  | 'merchant.change_limits'
  | 'merchant.suspend_payouts'
  | 'merchant.change_bank_account'
  | 'merchant.reveal_bank_account'
  | 'charge.read'
  | 'charge.cancel'
  | 'refund.request'
  | 'case.read'
  | 'case.retry_return'
  | 'dispute.open'
  | 'dispute.answer'
  | 'dispute.decide'
  | 'dispute_file.download'
  | 'balance.read'
  | 'statement.read'
  | 'payout.read'
  | 'payout.record'
  | 'payout.reverse'
  | 'debt.write_off'
  | 'reconciliation.read'
  | 'reconciliation.close'
  | 'ledger_verdict.read'
  | 'ledger_verdict.request'
  | 'webhook_endpoint.read'
  | 'webhook_endpoint.create'
  | 'webhook_endpoint.turn_off'
  | 'webhook_endpoint.enable'
  | 'webhook_endpoint.test'
  | 'webhook_endpoint.rotate_secret'
  | 'webhook_endpoint.change_limits'
  | 'webhook_delivery.read'
  | 'webhook_delivery.replay'
  | 'webhook_delivery.replay_bulk'
  | 'webhook_delivery.replay_many'
  | 'request.read'
  | 'api_key.read'
  | 'api_key.create'
  | 'api_key.create_test'
  | 'api_key.revoke'
  | 'saved_view.read'
  | 'saved_view.save'
  | 'audit.read'
  | 'pix_account.read'
  | 'pix_account.manage'
  | 'document.reveal'
  | 'staff.read'
  | 'staff.invite'
  | 'staff.change_role'
  | 'staff.deactivate'
  | 'staff.end_session'
  | 'staff.reset_totp'
  | 'staff.offer_password'
  | 'staff.unlink_identity'
  | 'own_account.renew_proof'

/** The pages of the navigation, each with the permission to open it. */
export const PAGE_PERMISSION = {
  '/': 'charge.read',
  '/charges': 'charge.read',
  '/cases': 'case.read',
  '/balance': 'balance.read',
  '/payouts': 'payout.read',
  '/reconciliation': 'reconciliation.read',
  '/statement': 'statement.read',
  '/merchants': 'merchant.read',
  '/webhooks': 'webhook_endpoint.read',
  '/api-keys': 'api_key.read',
  '/pix-accounts': 'pix_account.read',
  '/requests': 'request.read',
  '/users': 'staff.read',
  '/audit': 'audit.read',
} as const satisfies Readonly<Record<string, Permission>>

export type NavPath = keyof typeof PAGE_PERMISSION

const isNavPath = (path: string): path is NavPath => Object.hasOwn(PAGE_PERMISSION, path)

/** Returns the page of the navigation to which a path belongs; undefined for a path outside the navigation. */
export function navPathOf(path: string): NavPath | undefined {
  const first = path.split('/')[1] ?? ''
  // The page of the roles has no link in the navigation and needs the permission of the page of people.
  const to = first === 'roles' ? '/users' : `/${first}`
  return isNavPath(to) ? to : undefined
}

export const ROLES = ['support', 'finance', 'admin', 'auditor'] as const

interface Permitted {
  permissions: readonly string[]
  /** The permissions that apply on the pages of the test environment. */
  testPermissions: readonly string[]
}

/** Returns whether a person has a permission in the environment that the page shows. */
export function can({ permissions, testPermissions }: Permitted, permission: Permission): boolean {
  return (isTestEnvironment() ? testPermissions : permissions).includes(permission)
}

/** Returns whether a person may open the page at a path. Returns true for a path outside the navigation. */
export function canOpen(person: Permitted, path: string): boolean {
  const page = navPathOf(path)
  return page === undefined || can(person, PAGE_PERMISSION[page])
}

/** Returns the permission to create an API key in the environment that the page shows. */
export const createKeyPermission = (): Permission =>
  isTestEnvironment() ? 'api_key.create_test' : 'api_key.create'
