import { PERMISSIONS, type Permission } from '../graphql/permissions.ts'

export const STAFF_ROLES = ['support', 'finance', 'admin', 'auditor'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * The permissions of each role. The server enforces these permissions, and the console hides actions that the person's
 * role does not permit.
 */
const GRANTED: Record<StaffRole, readonly Permission[]> = {
  support: [
    'own_account.renew_proof',
    'merchant.read',
    'charge.read',
    'charge.cancel',
    'refund.request',
    'case.read',
    'dispute.open',
    'dispute.answer',
    'dispute_file.download',
    'webhook_endpoint.read',
    'webhook_endpoint.create',
    'webhook_endpoint.turn_off',
    'webhook_endpoint.enable',
    'webhook_endpoint.test',
    'webhook_delivery.read',
    'webhook_delivery.replay',
    'request.read',
    'api_key.read',
    'api_key.create_test',
    'api_key.revoke',
    'saved_view.read',
    'saved_view.save',
    'document.reveal',
  ],
  finance: [
    'own_account.renew_proof',
    'merchant.read',
    'merchant.create',
    'merchant.change_terms',
    'merchant.suspend_payouts',
    'merchant.change_bank_account',
    'merchant.reveal_bank_account',
    'charge.read',
    'refund.request',
    'case.read',
    'case.retry_return',
    'dispute.decide',
    'dispute_file.download',
    'balance.read',
    'statement.read',
    'payout.read',
    'payout.record',
    'payout.reverse',
    'debt.write_off',
    'pix_account.read',
    'reconciliation.read',
    'reconciliation.close',
    'ledger_verdict.read',
    'ledger_verdict.request',
    'saved_view.read',
    'saved_view.save',
    'document.reveal',
  ],
  admin: PERMISSIONS,
  auditor: [...PERMISSIONS.filter((permission) => permission.endsWith('.read')), 'own_account.renew_proof'],
}

export const permissionsOf = (role: StaffRole): readonly Permission[] => GRANTED[role]

/** Returns the permissions that a role lacks, each with the roles that include the permission. */
export const missingPermissionsOf = (role: StaffRole): { permission: Permission; roles: StaffRole[] }[] =>
  PERMISSIONS.filter((permission) => !GRANTED[role].includes(permission)).map((permission) => ({
    permission,
    roles: STAFF_ROLES.filter((other) => GRANTED[other].includes(permission)),
  }))

/** The roles that move money or grant access. People with these roles must sign in with a second factor. */
const WITH_TOTP: readonly StaffRole[] = ['finance', 'admin']

/** Returns whether people with this role need an authenticator app to sign in. */
export const needsTotp = (role: StaffRole): boolean => WITH_TOTP.includes(role)
