import { assignPixAccounts } from '../../src/pix-accounts/manage/assign-accounts.ts'
import { createPixAccount } from '../../src/pix-accounts/manage/create-pix-account.ts'
import type { BenchMerchant, Deployment } from '../../bench/deployment.ts'
import type { Psp } from './psps.ts'

/** Creates the receiving accounts of all PSPs except `default`, which is in the settings of the service. */
export function createAccounts(deployment: Deployment, psps: readonly Psp[]): Promise<void> {
  const { PIX_CLIENT_ID = '', PIX_CLIENT_SECRET, PIX_KEY = '' } = deployment.settings
  return deployment.withContext(async (ctx) => {
    for (const { id, dialect, baseUrl, tokenUrl } of psps.filter((psp) => psp.id !== 'default'))
      await createPixAccount(ctx, {
        id,
        profile: dialect,
        // The addresses of the simulated PSPs have no TLS, which receiving accounts in production need.
        environment: 'sandbox',
        baseUrl,
        tokenUrl,
        clientId: PIX_CLIENT_ID,
        clientSecret: PIX_CLIENT_SECRET,
        appKey: 'application-of-the-check',
        pixKey: PIX_KEY,
      })
  })
}

/**
 * Assigns all receiving accounts to each merchant. Consecutive merchants have different first accounts. Returns the id
 * of the first account of each merchant.
 */
export function assignAccounts(
  deployment: Deployment,
  merchants: readonly BenchMerchant[],
  psps: readonly Psp[],
): Promise<Map<string, string>> {
  const firstOf = new Map<string, string>()
  return deployment.withContext(async (ctx) => {
    for (const [n, { id }] of merchants.entries()) {
      const accounts = psps.map((_, at) => psps[(n + at) % psps.length]?.id ?? '')
      await assignPixAccounts(ctx, id, accounts)
      firstOf.set(id, accounts[0] ?? '')
    }
    return firstOf
  })
}
