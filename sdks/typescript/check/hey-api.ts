import {
  call,
  ConflictError,
  connect,
  createCharge,
  createRefund,
  getCharge,
  listCharges,
  newIdempotencyKey,
  pages,
  ValidationError,
  type Charge,
} from '../src/client.ts'
import { aBody, environment, equal, until } from './shared.ts'

const { baseUrl, apiKey, simulatorUrl } = environment()
const client = connect({ baseUrl, apiKey })
const create = (order: string, key: string): Promise<Charge> =>
  call(createCharge({ client, headers: { 'Idempotency-Key': key }, body: aBody(order) }))

const order = `ts-${newIdempotencyKey()}`
const key = newIdempotencyKey()
const charge = await create(order, key)
equal((await create(order, key)).id, charge.id)

const other = await create(`ts-${newIdempotencyKey()}`, newIdempotencyKey())
const recent: string[] = []
for await (const { id } of pages((cursor) => listCharges({ client, query: { limit: 1, cursor } }))) {
  recent.push(id)
  if (recent.length === 2) break
}
equal(recent, [other.id, charge.id])

await fetch(`${simulatorUrl}/simulator/pay`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ txid: charge.pix?.txid }),
})
await until(async () => (await call(getCharge({ client, path: { id: charge.id } }))).status === 'paid')
const refund = await call(
  createRefund({
    client,
    path: { id: charge.id },
    headers: { 'Idempotency-Key': newIdempotencyKey() },
    body: { amount_cents: 5_000 },
  }),
)
equal([refund.charge_id, refund.amount_cents], [charge.id, '5000'])

const invalid = await call(
  createCharge({ client, headers: { 'Idempotency-Key': newIdempotencyKey() }, body: aBody('', 0) }),
).catch((error: unknown) => error)
if (!(invalid instanceof ValidationError))
  throw new Error('The service accepted a charge with invalid fields.')
equal(invalid.fields.map(({ path }) => path).toSorted(), ['amount_cents', 'order_reference'])
const taken = await create(order, newIdempotencyKey()).catch((error: unknown) => error)
equal(taken instanceof ConflictError && taken.reason, 'order_reference_in_use')
