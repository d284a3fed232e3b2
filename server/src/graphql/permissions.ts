/** What a person in the console may be allowed to do. Who may is decided in `staff/permissions.ts`. */
export const PERMISSIONS = [
  'merchant.read',
  'charge.read',
  'balance.read',
  'statement.read',
  'webhook_endpoint.read',
  'webhook_endpoint.create',
  'webhook_endpoint.turn_off',
  'webhook_delivery.read',
  'webhook_delivery.replay',
  'api_key.read',
  'api_key.create',
  'api_key.revoke',
  'audit.read',
] as const
export type Permission = (typeof PERMISSIONS)[number]
