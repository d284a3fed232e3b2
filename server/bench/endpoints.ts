import { newSecret, sealSecret } from '../src/webhooks/secret.ts'
import type { Bench } from './bench.ts'
import type { BenchMerchant } from './merchants.ts'

/** Where they are given: the owner's connection, and the keys that seal their secrets. */
interface GiveEndpoints extends Pick<Bench, 'ctx'> {
  stand: Pick<Bench['stand'], 'owner'>
}

/**
 * Gives each merchant that has none one active endpoint at that port, as an operator who raised its limits would have
 * left it. Written by the owner's role: the verb would resolve and judge each address.
 */
export async function giveEndpoints(
  { ctx, stand }: GiveEndpoints,
  merchants: BenchMerchant[],
  port: number,
): Promise<void> {
  for (const { id: merchantId } of merchants) {
    const now = ctx.clock.now()
    const id = ctx.ids.uuid(now)
    const { box, keyId } = sealSecret(ctx, newSecret(ctx), id)
    await stand.owner.query(INSERT, [
      id,
      merchantId,
      `https://localhost:${port}/${merchantId}`,
      box,
      keyId,
      now,
    ])
  }
}

const INSERT = `
  insert into webhook_endpoint (id, merchant_id, environment, url, event_types, status, secret_box, secret_key_id,
    secret_last4, consecutive_failures, pause_step, half_open, max_in_flight, rate_per_second, rate_tokens,
    rate_filled_at, last_claim_at, created_at, updated_at)
  select $1, $2, 'production', $3, '{}', 'active', $4, $5, 'last', 0, 0, false, 16, 200, 200, $6, $6, $6, $6
  where not exists (select from webhook_endpoint where merchant_id = $2 and status = 'active')`
