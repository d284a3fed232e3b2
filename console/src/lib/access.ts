import { isTestEnvironment } from './environment.ts'

/**
 * The permissions that staff can have. The server defines and enforces these permissions. The console only hides
 * actions that the server would refuse.
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

/** Returns the permission to create an API key in the environment that the page shows. */
export const createKeyPermission = (): Permission =>
  isTestEnvironment() ? 'api_key.create_test' : 'api_key.create'
