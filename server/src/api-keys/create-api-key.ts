import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { fault, Faults } from '../kernel/input/faults.ts'
import { text } from '../kernel/input/fields.ts'
import { SCOPES, type Scope } from '../kernel/scopes.ts'
import { transaction } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import type { AnnouncingContext } from './announcing-context.ts'
import { ApiKey } from './api-key.entity.ts'
import { listActiveKeys } from './api-key.queries.ts'
import { hashKey, KEY_RANDOM_BYTES, writeKey } from './key-text.ts'

/**
 * The maximum number of active keys of a merchant. The list of keys has no pages, so this limit keeps the list short.
 * Concurrent calls of `createApiKey` may exceed the limit by a few keys.
 */
const ACTIVE_KEYS_MAX = 200

export interface CreateApiKey {
  /** The display name of the key, 1 to 120 characters. */
  name: string
  /** The scopes of the key, at least one of `SCOPES`. */
  scopes: readonly string[]
  /** The time at which the key expires. If absent or null, the key does not expire. */
  expiresAt?: Date | null | undefined
}

export interface CreatedApiKey {
  apiKey: ApiKey
  key: string
}

/**
 * Creates an API key for a merchant. The returned `key` is not stored and cannot be read again.
 * @throws Problem not_found, reason `account_not_found`, also for the service's own merchant.
 * @throws Problem conflict, reason `api_key_limit`.
 * @throws Problem validation_error naming the fields.
 */
export async function createApiKey(
  ctx: AnnouncingContext,
  merchantId: string,
  input: CreateApiKey,
): Promise<CreatedApiKey> {
  const now = ctx.clock.now()
  const { name, scopes } = validate(input, now)
  const merchant = await getMerchant(ctx, merchantId)
  if (merchant.id === SERVICE_MERCHANT_ID) throw new Problem('not_found', { reason: 'account_not_found' })
  const [active] = await listActiveKeys(ctx, [merchantId])
  if (active && active.count >= ACTIVE_KEYS_MAX) throw new Problem('conflict', { reason: 'api_key_limit' })
  const { key, prefix } = writeKey(ctx.ids.bytes(KEY_RANDOM_BYTES), merchant.environment)

  const apiKey = await transaction(ctx, async (tx) => {
    const made = tx.em.create(ApiKey, {
      id: tx.ids.uuid(now),
      merchantId,
      environment: merchant.environment,
      name,
      prefix,
      hash: hashKey(key),
      scopes,
      expiresAt: input.expiresAt ?? null,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: now,
      createdBy: tx.actor,
    })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'api_key.create',
      target: { type: 'api_key', id: made.id },
      merchantId,
      after: { name, prefix, scopes, expires_at: input.expiresAt?.toISOString() ?? null },
    })
    return made
  })
  await ctx.announceKey?.(apiKey)
  return { apiKey, key }
}

function validate(input: CreateApiKey, now: Date): { name: string; scopes: Scope[] } {
  const Input = z.object({
    name: text(1, 120),
    scopes: z.array(z.enum(SCOPES)).min(1),
    expiresAt: z
      .date()
      .refine((date) => date > now, { params: fault('out_of_range') })
      .nullish(),
  })
  const faults = new Faults()
  const read = faults.read(Input, input)
  faults.throwIfAny()
  if (!read) throw new Error('BUG: createApiKey: validation failed but reported no field')
  const given = new Set(read.value.scopes)
  return { name: read.value.name, scopes: SCOPES.filter((scope) => given.has(scope)) }
}
