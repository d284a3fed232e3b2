/** What a person in the console may be allowed to do, in the server's words. The server decides; this hides dead ends. */
export type Permission =
  | 'merchant.read'
  | 'merchant.change_terms'
  | 'merchant.change_limits'
  | 'merchant.suspend_payouts'
  | 'merchant.change_bank_account'
  | 'merchant.reveal_bank_account'
  | 'charge.read'
  | 'charge.cancel'
  | 'refund.request'
  | 'case.read'
  | 'dispute.open'
  | 'dispute.answer'
  | 'dispute.decide'
  | 'balance.read'
  | 'statement.read'
  | 'payout.read'
  | 'payout.record'
  | 'payout.reverse'
  | 'reconciliation.read'
  | 'reconciliation.close'
  | 'ledger_verdict.read'
  | 'webhook_endpoint.read'
  | 'webhook_endpoint.create'
  | 'webhook_endpoint.turn_off'
  | 'webhook_endpoint.enable'
  | 'webhook_endpoint.test'
  | 'webhook_endpoint.rotate_secret'
  | 'webhook_delivery.read'
  | 'webhook_delivery.replay'
  | 'webhook_delivery.replay_bulk'
  | 'api_key.read'
  | 'api_key.create'
  | 'api_key.revoke'
  | 'saved_view.read'
  | 'saved_view.save'
  | 'audit.read'
  | 'document.reveal'
  | 'staff.read'
  | 'staff.invite'
  | 'staff.change_role'
  | 'staff.deactivate'
  | 'staff.end_session'
  | 'staff.reset_totp'
  | 'own_account.renew_proof'

/** The roles of the console's people, from the telephone to the books. */
export const ROLES = ['support', 'finance', 'admin', 'auditor'] as const

/** True when a person was granted it. */
export function can(staff: { permissions: readonly string[] }, permission: Permission): boolean {
  return staff.permissions.includes(permission)
}
