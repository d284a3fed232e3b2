/** What a person in the console may be allowed to do, in the server's words. The server decides; this hides dead ends. */
export type Permission =
  | 'charge.read'
  | 'balance.read'
  | 'statement.read'
  | 'webhook_endpoint.read'
  | 'webhook_endpoint.create'
  | 'webhook_endpoint.turn_off'
  | 'api_key.read'
  | 'api_key.create'
  | 'api_key.revoke'

/** True when a person was granted it. */
export function can(staff: { permissions: readonly string[] }, permission: Permission): boolean {
  return staff.permissions.includes(permission)
}
