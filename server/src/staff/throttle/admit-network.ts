import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { networkOf } from './client-network.ts'
import { recordKnownNetwork } from './known-network.ts'
import { readReason } from '../staff-fields.ts'
import type { Staff } from '../staff.entity.ts'

/**
 * Adds the network of `ip` to the known networks of a person. Use this function for a person whose account is under
 * attack and who signs in from a new network. The person still needs the password and a code. Returns the network in
 * CIDR notation.
 * @throws Problem validation_error: field `address` if `ip` is not an IP address, or field `reason`.
 */
export async function admitNetwork(
  ctx: Context,
  { id }: Pick<Staff, 'id'>,
  { ip, reason }: { ip: string; reason: string },
): Promise<string> {
  const auditReason = readReason(reason)
  const network = networkOf(ip)
  if (network === null)
    throw new Problem('validation_error', { fields: [{ path: 'address', code: 'format' }] })
  await transaction(ctx, async (tx) => {
    await recordKnownNetwork(tx, id, ip)
    await recordAudit(tx, {
      action: 'staff.admit_network',
      target: { type: 'staff', id },
      reason: auditReason,
      after: { network },
    })
  })
  return network
}
