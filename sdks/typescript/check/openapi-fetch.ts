import createClient from 'openapi-fetch'
import type { components, paths } from './generated/openapi.ts'
import { aBody, environment, equal, until } from './shared.ts'

type Charge = components['schemas']['Charge']

const { baseUrl, apiKey, simulatorUrl } = environment()
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } })
const newKey = (): string => crypto.randomUUID()

async function create(order: string): Promise<Charge> {
  const { data, error } = await client.POST('/v1/pix/charges', {
    params: { header: { 'Idempotency-Key': newKey() } },
    body: aBody(order),
  })
  if (!data) throw new Error(`The service refused the charge: ${error.error.code}`)
  return data
}

const first = await create(`of-${newKey()}`)
const second = await create(`of-${newKey()}`)
const page = await client.GET('/v1/pix/charges', { params: { query: { limit: 1 } } })
equal(
  page.data?.items.map(({ id }) => id),
  [second.id],
)
const cursor = page.data?.next_cursor ?? undefined
const next = await client.GET('/v1/pix/charges', { params: { query: { limit: 1, cursor } } })
equal(
  next.data?.items.map(({ id }) => id),
  [first.id],
)

await fetch(`${simulatorUrl}/simulator/pay`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ txid: first.pix?.txid }),
})
const path = { id: first.id }
await until(async () => {
  const { data } = await client.GET('/v1/pix/charges/{id}', { params: { path } })
  return data?.status === 'paid'
})
const refund = await client.POST('/v1/pix/charges/{id}/refunds', {
  params: { path, header: { 'Idempotency-Key': newKey() } },
  body: { amount_cents: 5_000 },
})
equal(refund.data?.amount_cents, '5000')

const invalid = await client.POST('/v1/pix/charges', {
  params: { header: { 'Idempotency-Key': newKey() } },
  body: aBody('', 0),
})
equal(invalid.response.status, 422)
equal(invalid.error?.error.details.fields?.map((field) => field.path).toSorted(), [
  'amount_cents',
  'order_reference',
])
