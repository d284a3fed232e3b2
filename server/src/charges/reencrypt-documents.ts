import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { withinMs } from '../kernel/database/within-ms.ts'
import type { Charge } from './charge.entity.ts'
import { documentOwner } from './payer-document.ts'

const BATCH = 500
/** The time limit of the search for documents that another key encrypted. The search may read the whole table. */
const READ_MS = 10 * 60_000

/**
 * Re-encrypts with the first key every payer document that another key encrypted, so that the other key can be
 * retired. Returns how many documents it changed. It may run while the service runs, and it may be interrupted and
 * repeated.
 * @throws Error when a document needs a key that is not configured. The documents changed before keep their new key.
 */
export async function reencryptDocuments(ctx: Context): Promise<number> {
  const { keyId } = ctx.vault.seal('', 'key-in-use')
  const none = '00000000-0000-0000-0000-000000000000'
  let changed = 0
  let after: ChargeKey = { merchantId: none, id: none }
  for (;;) {
    const charges = await withinMs(ctx, READ_MS, (tx) => findStale(tx, after, keyId))
    for (const charge of charges) if (await reencrypt(ctx, charge)) changed += 1
    after = charges.at(-1) ?? after
    if (charges.length < BATCH) return changed
  }
}

type ChargeKey = Pick<Charge, 'merchantId' | 'id'>
type WithDocument = ChargeKey & Pick<Charge, 'payerDocumentBox' | 'payerDocumentKeyId'>

/** Returns the next charges whose document uses another key than `keyId`. */
const findStale = (ctx: Context, after: ChargeKey, keyId: string): Promise<WithDocument[]> =>
  db(ctx)
    .selectFrom('charge')
    .select([
      'merchant_id as merchantId',
      'id',
      'payer_document_box as payerDocumentBox',
      'payer_document_key_id as payerDocumentKeyId',
    ])
    .where((eb) => eb(eb.refTuple('merchant_id', 'id'), '>', eb.tuple(after.merchantId, after.id)))
    .where('payer_document_key_id', '<>', keyId)
    .orderBy('merchant_id')
    .orderBy('id')
    .limit(BATCH)
    .execute()

/** Returns false when the document was changed meanwhile. */
async function reencrypt(ctx: Context, charge: WithDocument): Promise<boolean> {
  const { merchantId, id, payerDocumentBox: box, payerDocumentKeyId: keyId } = charge
  if (box === null || keyId === null) return false
  const sealed = ctx.vault.seal(ctx.vault.open({ box, keyId }, documentOwner(id)), documentOwner(id))
  const { numUpdatedRows } = await db(ctx)
    .updateTable('charge')
    .set({ payer_document_box: sealed.box, payer_document_key_id: sealed.keyId })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('payer_document_box', '=', box)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
