import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { networkOf } from './client-network.ts'
import { recordKnownNetwork } from './known-network.ts'
import { readReason } from '../staff-fields.ts'
import type { Staff } from '../staff.entity.ts'

/**
 * Makes a network known for a person, as a sign-in from it would: for somebody whose account is under attack and who
 * is elsewhere than usual. Answers the network of `ip`. They still need their password and code.
 * @throws Problem validation_error, field `address` when it is none, or `reason`.
 */
export async function admitNetwork(
  ctx: Context,
  { id }: Pick<Staff, 'id'>,
  { ip, reason }: { ip: string; reason: string },
): Promise<string> {
  const why = readReason(reason)
  const network = networkOf(ip)
  if (network === null)
    throw new Problem('validation_error', { fields: [{ path: 'address', code: 'format' }] })
  await transaction(ctx, async (tx) => {
    await recordKnownNetwork(tx, id, ip)
    await recordAudit(tx, {
      action: 'staff.admit_network',
      target: { type: 'staff', id },
      reason: why,
      after: { network },
    })
  })
  return network
}
