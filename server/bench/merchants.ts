import { createApiKey } from '../src/api-keys/create-api-key.ts'
import { SCOPES } from '../src/http/scopes.ts'
import { createMerchant } from '../src/ledger/create-merchant.ts'
import type { Settings } from '../stack/settings.ts'
import { withContext } from './service-context.ts'

export interface BenchMerchant {
  id: string
  apiKey: string
}

const RATE = 1_000_000

/** Makes merchants through the service's own verbs: 2 % fee, no reserve, no limit worth the name. */
export function makeMerchants(settings: Settings, count: number): Promise<BenchMerchant[]> {
  return withContext(settings, async (ctx) => {
    const made: BenchMerchant[] = []
    for (let n = 0; n < count; n++) {
      const merchant = await createMerchant(ctx, {
        name: `Loja ${n + 1}`,
        document: '11444777000161',
        // The far day keeps the loops that settle money out of what is measured.
        terms: { writeRate: RATE, readRate: RATE, searchRate: RATE, settlementDelayDays: 365 },
      })
      const { key } = await createApiKey(ctx, merchant.id, { name: 'bench', scopes: SCOPES })
      made.push({ id: merchant.id, apiKey: key })
    }
    return made
  })
}
