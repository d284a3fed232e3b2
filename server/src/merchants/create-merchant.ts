import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { Faults } from '../kernel/input/faults.ts'
import { document, text } from '../kernel/input/fields.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { lockName } from '../kernel/database/advisory-lock.ts'
import { Problem } from '../kernel/problem.ts'
import { Merchant } from './merchant.entity.ts'
import { DEFAULT_TERMS, mergeTerms, termsForAudit, type TermsPatch } from './terms.ts'
import { recordTerms } from './terms-history.ts'
import { openLedger } from '../ledger/post-entries.ts'

export interface CreateMerchant {
  /** The id of the merchant, if the caller has already chosen it. */
  id?: string
  /** The name of the merchant, 1 to 200 characters. */
  name: string
  /** The merchant's CPF or CNPJ without punctuation. A CNPJ with letters must have valid check digits. */
  document: string
  /** Terms that differ from `DEFAULT_TERMS`. */
  terms?: TermsPatch
  /** The idempotency key, 8 to 200 characters. A second call with the same key and body returns the first merchant. */
  idempotencyKey?: string
}

const Named = z.object({ name: text(1, 200), document, idempotencyKey: text(8, 200).optional() })

/**
 * Creates a merchant and opens its ledger, in one transaction.
 * @throws Problem validation_error naming the fields.
 * @throws Problem idempotency_conflict: the key was used with another body.
 */
export async function createMerchant(ctx: Context, input: CreateMerchant): Promise<Merchant> {
  const faults = new Faults()
  const named = faults.read(Named, {
    name: input.name,
    document: input.document,
    idempotencyKey: input.idempotencyKey,
  })
  faults.throwIfAny()
  if (!named) throw new Error('BUG: createMerchant: validation failed but reported no field')
  const terms = mergeTerms(DEFAULT_TERMS, input.terms ?? {})
  const { name, document: taxId, idempotencyKey: key } = named.value
  const fingerprint = ctx.vault.fingerprint(
    'create-merchant',
    JSON.stringify([name, taxId, termsForAudit(terms)]),
  )

  return await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    if (key !== undefined) {
      // If a concurrent call has the same key, wait until that call has created the merchant.
      await lockName(tx, `create-merchant:${key}`)
      const earlier = await tx.em.findOne(Merchant, { creationKey: key })
      if (earlier) return replayed(earlier, fingerprint)
    }
    const merchant = tx.em.create(Merchant, {
      id: input.id ?? tx.ids.uuid(now),
      name,
      document: taxId,
      environment: 'production',
      ...terms,
      creationKey: key ?? null,
      creationFingerprint: key === undefined ? null : fingerprint,
      createdAt: now,
      updatedAt: now,
    })
    await tx.em.flush()
    await openLedger(tx, merchant.id)
    await recordTerms(tx, merchant.id, terms, now)
    await recordAudit(tx, {
      action: 'merchant.create',
      target: { type: 'merchant', id: merchant.id },
      merchantId: merchant.id,
      after: { name: merchant.name, ...termsForAudit(terms) },
    })
    return merchant
  })
}

/** Returns `merchant` for a repeated call. @throws Problem idempotency_conflict if the first call had another body. */
function replayed(merchant: Merchant, fingerprint: Buffer): Merchant {
  if (merchant.creationFingerprint?.equals(fingerprint) !== true) throw new Problem('idempotency_conflict')
  return merchant
}
