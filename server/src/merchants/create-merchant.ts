import { z } from 'zod'
import { recordAudit } from '../audit/record-audit.ts'
import { Faults } from '../kernel/input/faults.ts'
import { document, text } from '../kernel/input/fields.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { Merchant } from './merchant.entity.ts'
import { DEFAULT_TERMS, mergeTerms, termsForAudit, type TermsPatch } from './terms.ts'
import { recordTerms } from './terms-history.ts'
import { openLedger } from '../ledger/post-entries.ts'

export interface CreateMerchant {
  /** 1 to 200 characters. */
  name: string
  /** CPF or CNPJ without punctuation. A CNPJ with letters must have valid check digits. */
  document: string
  /** Terms that differ from `DEFAULT_TERMS`. */
  terms?: TermsPatch
}

const Named = z.object({ name: text(1, 200), document })

/**
 * Creates a merchant and opens its ledger, in one transaction.
 * @throws Problem validation_error naming the fields.
 */
export async function createMerchant(ctx: Context, input: CreateMerchant): Promise<Merchant> {
  const faults = new Faults()
  const named = faults.read(Named, { name: input.name, document: input.document })
  faults.throwIfAny()
  if (!named) throw new Error('BUG: createMerchant: validation failed but reported no field')
  const terms = mergeTerms(DEFAULT_TERMS, input.terms ?? {})

  return await transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const merchant = tx.em.create(Merchant, {
      id: tx.ids.uuid(now),
      ...named.value,
      environment: 'production',
      ...terms,
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
