import { PERMISSIONS, type Permission } from '../graphql/permissions.ts'

export const STAFF_ROLES = ['support', 'finance', 'admin', 'auditor'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The one place that says who may do what: the server decides by it, the console shows by it. */
const GRANTED: Record<StaffRole, readonly Permission[]> = {
  support: [
    'merchant.read',
    'charge.read',
    'webhook_endpoint.read',
    'webhook_endpoint.create',
    'webhook_endpoint.turn_off',
    'webhook_delivery.read',
    'webhook_delivery.replay',
    'api_key.read',
    'api_key.revoke',
  ],
  finance: ['merchant.read', 'charge.read', 'balance.read', 'statement.read'],
  admin: PERMISSIONS,
  auditor: PERMISSIONS.filter((permission) => permission.endsWith('.read')),
}

export const permissionsOf = (role: StaffRole): readonly Permission[] => GRANTED[role]
