import type { Payable } from '../load/callbacks.ts'
import { createCharges } from '../load/create.ts'
import type { BenchMerchant } from '../merchants.ts'
import type { Site } from '../site.ts'
import { copyOf } from './copy-rows.ts'

/** Makes charges that wait for their payer: copies of one charge of each merchant that the API created. */
export class PendingCharges {
  readonly #site: Site
  readonly #templates: string[]
  #made = 0

  private constructor(site: Site, templates: string[]) {
    this.#site = site
    this.#templates = templates
  }

  static async open(site: Site, merchants: readonly BenchMerchant[]): Promise<PendingCharges> {
    const shops = { origin: site.origin, apiKeys: merchants.map(({ apiKey }) => apiKey), run: 'template' }
    await createCharges(shops, { seconds: 60, connections: 8, callsMax: merchants.length })
    const { rows } = await site.owner.query<{ id: string }>(
      'select id from charge where merchant_id = any($1::uuid[])',
      [merchants.map(({ id }) => id)],
    )
    return new PendingCharges(
      site,
      rows.map(({ id }) => id),
    )
  }

  /** Makes `count` more, the merchants in turn. */
  async make(count: number): Promise<Payable[]> {
    this.#made += 1
    const name = `'c${this.#made}-' || n`
    const insert = await copyOf(this.#site.owner, 'charge', {
      id: 'uuidv7()',
      order_reference: name,
      idempotency_key: name,
      // A sealed document opens for its own charge alone.
      payer_document_box: 'null',
      payer_document_key_id: 'null',
      expires_at: `now() + interval '1 day'`,
      created_at: 'now()',
      updated_at: 'now()',
    })
    const { rows } = await this.#site.owner.query<Payable>(
      `${insert} from generate_series(1, $2::integer) n cross join (select * from charge where id = any($1::uuid[])) t
       order by n, t.merchant_id limit $3
       returning id, amount_cents as "amountCents", merchant_id as "merchantId"`,
      [this.#templates, Math.ceil(count / this.#templates.length), Math.ceil(count)],
    )
    return rows
  }
}
