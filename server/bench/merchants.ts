import { createApiKey } from '../src/api-keys/create-api-key.ts'
import { SCOPES } from '../src/http/scopes.ts'
import { createMerchant } from '../src/ledger/create-merchant.ts'
import { newSecret, sealSecret } from '../src/webhooks/endpoints/secret.ts'
import type { Deployment } from './deployment.ts'

export interface BenchMerchant {
  id: string
  apiKey: string
}

const RATE_UNLIMITED = 1_000_000

/** Creates merchants with the use cases of the service. Their fee is 2 %, their reserve 10 % for 30 days by default. */
export function createMerchants(
  deployment: Deployment,
  count: number,
  reserveBps = 1_000,
): Promise<BenchMerchant[]> {
  return deployment.withContext(async (ctx) => {
    const created: BenchMerchant[] = []
    const rates = { writeRate: RATE_UNLIMITED, readRate: RATE_UNLIMITED, searchRate: RATE_UNLIMITED }
    for (let n = 1; n <= count; n++) {
      const merchant = await createMerchant(ctx, {
        name: `Loja ${n}`,
        document: '11444777000161',
        terms: { ...rates, reserveBps, reserveDays: 30 },
      })
      const { key } = await createApiKey(ctx, merchant.id, { name: 'bench', scopes: SCOPES })
      created.push({ id: merchant.id, apiKey: key })
    }
    return created
  })
}

export interface EndpointOptions {
  port: number
  /** Endpoints per merchant; default 1. */
  each?: number
  /** Sets the highest limits that an operator may allow, for a merchant with more than 20 events per second. */
  raisedLimits?: boolean
}

/**
 * Creates active endpoints for each merchant. Inserts them as the owner, because the use case would resolve and check
 * each address.
 */
export function createEndpoints(
  deployment: Deployment,
  merchants: readonly BenchMerchant[],
  { port, each = 1, raisedLimits = false }: EndpointOptions,
): Promise<void> {
  return deployment.withContext(async (ctx) => {
    const now = ctx.clock.now()
    const endpoints = merchants.flatMap(({ id: merchantId }) =>
      Array.from({ length: each }, (_, n) => {
        const id = ctx.ids.uuid(now)
        const { box, keyId } = sealSecret(ctx, newSecret(ctx), id)
        const url = `https://localhost:${port}/${merchantId}/${n}`
        return { id, merchant_id: merchantId, url, box: box.toString('hex'), key_id: keyId }
      }),
    )
    const [inFlightMax, perSecond] = raisedLimits ? [16, 1_000] : [4, 20]
    await deployment.owner.query(INSERT, [JSON.stringify(endpoints), now, inFlightMax, perSecond])
  })
}

const INSERT = `
  insert into webhook_endpoint (id, merchant_id, environment, url, event_types, status, secret_box, secret_key_id,
    secret_last4, consecutive_failures, pause_step, half_open, max_in_flight, rate_per_second, rate_tokens,
    rate_filled_at, last_claim_at, created_at, updated_at)
  select id, merchant_id, 'production', url, '{}', 'active', decode(box, 'hex'), key_id, 'last', 0, 0, false, $3, $4::integer, $4::integer,
    $2, $2, $2, $2
  from jsonb_to_recordset($1::jsonb) as given (id uuid, merchant_id uuid, url text, box text, key_id text)`
