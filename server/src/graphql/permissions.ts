/** What a person in the console may be allowed to do. Who may is decided in `staff/permissions.ts`. */
export const PERMISSIONS = [
  'merchant.read',
  'merchant.change_terms',
  'merchant.change_limits',
  'merchant.suspend_payouts',
  'merchant.change_bank_account',
  'merchant.reveal_bank_account',
  'charge.read',
  'charge.cancel',
  'refund.request',
  'case.read',
  'dispute.open',
  'dispute.answer',
  'dispute.decide',
  'balance.read',
  'statement.read',
  'payout.read',
  'payout.record',
  'payout.reverse',
  'debt.write_off',
  'reconciliation.read',
  'reconciliation.close',
  'ledger_verdict.read',
  'webhook_endpoint.read',
  'webhook_endpoint.create',
  'webhook_endpoint.turn_off',
  'webhook_endpoint.enable',
  'webhook_endpoint.test',
  'webhook_endpoint.rotate_secret',
  'webhook_delivery.read',
  'webhook_delivery.replay',
  'webhook_delivery.replay_bulk',
  'webhook_delivery.replay_many',
  'api_key.read',
  'api_key.create',
  'api_key.revoke',
  'saved_view.read',
  'saved_view.save',
  'audit.read',
  'document.reveal',
  'staff.read',
  'staff.invite',
  'staff.change_role',
  'staff.deactivate',
  'staff.end_session',
  'staff.reset_totp',
  'own_account.renew_proof',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/**
 * The permissions for which being signed in is not enough: whoever uses one has proved within the last minutes that
 * they still are who signed in. To have an operation ask for it, name its permission here.
 */
export const STEP_UP: ReadonlySet<Permission> = new Set<Permission>([
  'payout.record',
  'payout.reverse',
  'webhook_endpoint.rotate_secret',
  'webhook_delivery.replay_many',
  'api_key.create',
  'api_key.revoke',
  'document.reveal',
  'staff.invite',
  'staff.change_role',
  'staff.deactivate',
  'staff.end_session',
  'staff.reset_totp',
  'own_account.renew_proof',
])

/** How long such a proof holds. */
export const STEP_UP_MS = 5 * 60_000
