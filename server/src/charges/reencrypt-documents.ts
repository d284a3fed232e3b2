import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { documentOwner } from './payer-document.ts'

const BATCH = 500

interface DocumentRow {
  merchant_id: string
  id: string
  box: Buffer
  key_id: string
}

/**
 * Encrypts every payer document that uses another key with the first key, so that the other key can be retired. Returns
 * how many documents it changed. Works in short steps, may run beside the service, and may be interrupted and repeated.
 * @throws Error when a required key is not configured; earlier changes are kept.
 */
export async function reencryptDocuments(ctx: Context): Promise<number> {
  const { keyId } = ctx.vault.seal('', 'key-in-use')
  const none = '00000000-0000-0000-0000-000000000000'
  let changed = 0
  let after = { merchant_id: none, id: none }
  for (;;) {
    const rows = await sql<DocumentRow>(ctx, STALE, [after.merchant_id, after.id, keyId, BATCH])
    for (const { merchant_id, id, box, key_id } of rows) {
      const document = ctx.vault.open({ box, keyId: key_id }, documentOwner(id))
      const sealed = ctx.vault.seal(document, documentOwner(id))
      changed += (await sql(ctx, REPLACE, [merchant_id, id, box, sealed.box, sealed.keyId])).length
    }
    after = rows.at(-1) ?? after
    if (rows.length < BATCH) return changed
  }
}

const STALE = `
  select merchant_id, id, payer_document_box as box, payer_document_key_id as key_id from charge
  where (merchant_id, id) > ($1::uuid, $2::uuid) and payer_document_key_id <> $3
  order by merchant_id, id limit $4`

const REPLACE = `
  update charge set payer_document_box = $4, payer_document_key_id = $5
  where merchant_id = $1 and id = $2 and payer_document_box = $3 returning id`
