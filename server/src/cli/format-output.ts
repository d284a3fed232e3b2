import type { ApiKey } from '../api-keys/api-key.entity.ts'
import type { CreatedApiKey } from '../api-keys/create-api-key.ts'
import type { CommandOutput } from './context/shell.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import type { CreatedStaff } from '../staff/create-staff.ts'

export function formatMerchant(merchant: Merchant): CommandOutput {
  const json = merchantJson(merchant)
  return { json, text: lines(json) }
}

export function formatMerchants(merchants: Merchant[]): CommandOutput {
  const rows = merchants.map(({ id, document, name }) => `${id}  ${document.padEnd(14)}  ${name}`)
  return { json: { items: merchants.map(merchantJson) }, text: rows.join('\n') || 'no accounts' }
}

export function formatKey({ apiKey, key }: CreatedApiKey): CommandOutput {
  const json = { ...keyJson(apiKey), key }
  return { json, text: `${lines(json)}\nStore the key now: it cannot be shown again.` }
}

export function formatRevokedKey(apiKey: ApiKey): CommandOutput {
  const json = { ...keyJson(apiKey), revoked_at: apiKey.revokedAt?.toISOString() ?? null }
  return { json, text: lines(json) }
}

export function formatNewStaff({ staff, generatedPassword }: CreatedStaff): CommandOutput {
  const { id, email, name, role } = staff
  const json = { id, email, name, role, password: generatedPassword }
  if (generatedPassword === null) return { json, text: lines({ id, email, name, role }) }
  return { json, text: `${lines(json)}\nStore the password now: it cannot be shown again.` }
}

const merchantJson = (merchant: Merchant) => ({
  gateway_id: merchant.id,
  name: merchant.name,
  document: merchant.document,
  environment: merchant.environment,
  pix_enabled: merchant.pixEnabled,
  fee_percent_bps: merchant.feePercentBps,
  fee_fixed_cents: String(merchant.feeFixedCents),
  reserve_bps: merchant.reserveBps,
  reserve_days: merchant.reserveDays,
  settlement_delay_days: merchant.settlementDelayDays,
  refund_fee_policy: merchant.refundFeePolicy,
  dispute_policy: merchant.disputePolicy,
  bank_account_id: merchant.bankAccountId,
  amount_ceiling_cents: merchant.amountCeilingCents?.toString() ?? null,
  write_rate: merchant.writeRate,
  read_rate: merchant.readRate,
  search_rate: merchant.searchRate,
  created_at: merchant.createdAt.toISOString(),
  updated_at: merchant.updatedAt.toISOString(),
})

const keyJson = (apiKey: ApiKey) => ({
  id: apiKey.id,
  gateway_id: apiKey.merchantId,
  name: apiKey.name,
  prefix: apiKey.prefix,
  scopes: apiKey.scopes,
  expires_at: apiKey.expiresAt?.toISOString() ?? null,
  created_at: apiKey.createdAt.toISOString(),
})

/** Formats each field on its own line, with aligned values. */
function lines(fields: Record<string, string | number | boolean | null | readonly string[]>): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length)) + 2
  return Object.entries(fields)
    .map(([name, value]) => name.padEnd(width) + [value ?? '-'].flat().join(', '))
    .join('\n')
}
