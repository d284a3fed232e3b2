import type { Payable } from '../load/callbacks.ts'
import { createCharges } from '../load/create.ts'
import type { BenchMerchant } from '../merchants.ts'
import type { Deployment } from '../deployment.ts'
import { insertCopiesOf } from './copy-rows.ts'

/** Creates pending charges: copies of one charge per merchant, which the API created. */
export class PendingCharges {
  readonly #deployment: Deployment
  readonly #templates: string[]
  #batches = 0

  private constructor(deployment: Deployment, templates: string[]) {
    this.#deployment = deployment
    this.#templates = templates
  }

  static async open(deployment: Deployment, merchants: readonly BenchMerchant[]): Promise<PendingCharges> {
    const load = {
      origin: deployment.origin,
      apiKeys: merchants.map(({ apiKey }) => apiKey),
      run: 'template',
    }
    await createCharges(load, { seconds: 60, connections: 8, callsMax: merchants.length })
    const { rows } = await deployment.owner.query<{ id: string }>(
      'select id from charge where merchant_id = any($1::uuid[])',
      [merchants.map(({ id }) => id)],
    )
    return new PendingCharges(
      deployment,
      rows.map(({ id }) => id),
    )
  }

  /** Creates `count` more charges, for the merchants in turn. */
  async create(count: number): Promise<Payable[]> {
    this.#batches += 1
    const name = `'c${this.#batches}-' || n`
    const insert = await insertCopiesOf(this.#deployment.owner, 'charge', {
      id: 'uuidv7()',
      order_reference: name,
      idempotency_key: name,
      // An encrypted document is bound to its charge.
      payer_document_box: 'null',
      payer_document_key_id: 'null',
      expires_at: `now() + interval '1 day'`,
      created_at: 'now()',
      updated_at: 'now()',
    })
    const { rows } = await this.#deployment.owner.query<Payable>(
      `${insert} from generate_series(1, $2::integer) n cross join (select * from charge where id = any($1::uuid[])) t
       order by n, t.merchant_id limit $3
       returning id, amount_cents as "amountCents", merchant_id as "merchantId"`,
      [this.#templates, Math.ceil(count / this.#templates.length), Math.ceil(count)],
    )
    return rows
  }
}
