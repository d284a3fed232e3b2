import { newSecret, sealSecret } from '../src/webhooks/secret.ts'
import type { Bench } from './bench.ts'
import type { BenchMerchant } from './merchants.ts'

/** Where they are given: the owner's connection, and the keys that seal their secrets. */
interface GiveEndpoints extends Pick<Bench, 'ctx'> {
  stand: Pick<Bench['stand'], 'owner'>
}

/**
 * Gives each merchant without an active endpoint `each` of them at that port, with the limits that an operator would
 * raise for a large merchant. Writes as the owner: the verb would resolve and judge each address.
 */
export async function giveEndpoints(
  { ctx, stand }: GiveEndpoints,
  merchants: BenchMerchant[],
  port: number,
  each = 1,
): Promise<void> {
  for (const { id: merchantId } of merchants) {
    const now = ctx.clock.now()
    const endpoints = Array.from({ length: each }, (_, n) => {
      const id = ctx.ids.uuid(now)
      const { box, keyId } = sealSecret(ctx, newSecret(ctx), id)
      return { id, url: `https://localhost:${port}/${merchantId}/${n}`, box: box.toString('hex'), keyId }
    })
    await stand.owner.query(INSERT, [merchantId, now, JSON.stringify(endpoints)])
  }
}

const INSERT = `
  insert into webhook_endpoint (id, merchant_id, environment, url, event_types, status, secret_box, secret_key_id,
    secret_last4, consecutive_failures, pause_step, half_open, max_in_flight, rate_per_second, rate_tokens,
    rate_filled_at, last_claim_at, created_at, updated_at)
  select given.id, $1, 'production', given.url, '{}', 'active', decode(given.box, 'hex'), given."keyId", 'last', 0, 0,
    false, 16, 200, 200, $2, $2, $2, $2
  from jsonb_to_recordset($3::jsonb) as given (id uuid, url text, box text, "keyId" text)
  where not exists (select from webhook_endpoint where merchant_id = $1 and status = 'active')`
