import { join } from 'node:path'
import { parsePix } from 'pix-utils'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { crc16 } from '../../simulator/br-code.ts'
import type { ChargeShape } from '../charges/charge.present.ts'
import { ROUTES } from '../routes.ts'
import type { LineJson } from '../statement/statement.present.ts'
import { runStory, type Story } from '../testing/story/run-story.ts'
import { EVENT_TYPES } from '../webhooks/events/event-types.ts'
import { exampleOfEvent } from './event-examples.ts'
import { describeApi } from './describe-api.ts'

const published = JSON.parse(JSON.stringify(describeApi(ROUTES, 'http://service.test')))
const FILE = join(import.meta.dirname, '..', '..', 'docs', 'api', 'examples.json')

let story: Story
beforeAll(async () => {
  story = await runStory()
})

/** Returns the published example of a successful response, as parsed JSON. */
function exampleOf(operationId: string, status: number) {
  const route = ROUTES.find((one) => one.operationId === operationId)
  const operation = published.paths[route?.path.replaceAll(/:(\w+)/g, '{$1}') ?? ''][route?.method ?? '']
  return operation.responses[status].content['application/json'].example
}

type Charge = z.infer<typeof ChargeShape>

const money = (text: string | null) => Number(text)

// After a change of the API, `vitest run src/api-docs -u` records the examples again.
test('the server answers the published example requests with the published responses', async () => {
  await expect(`${JSON.stringify(story, null, 2)}\n`).toMatchFileSnapshot(FILE)
})

test('the OpenAPI document contains the recorded example requests and responses', () => {
  expect(exampleOf('createCharge', 201)).toEqual(story.operations['createCharge']?.responses['201'])
  const { parameters, requestBody } = published.paths['/v1/pix/charges/{id}/refunds'].post
  expect(requestBody.content['application/json'].example).toEqual(story.operations['createRefund']?.request)
  const key = parameters.find(({ name }: { name: string }) => name === 'Idempotency-Key')
  expect(key.example).toBe('pedido-1024-devolucao-1')
  expect(JSON.stringify(story)).not.toContain('texto')
})

test('the example of a charge has a BR Code with the amount of the charge and a valid checksum', () => {
  const { pix, amount_cents }: Charge = exampleOf('createCharge', 201)
  const code = pix?.qr_code_payload ?? ''
  const reais = (Number(amount_cents) / 100).toFixed(2)
  expect(crc16(code.slice(0, -4))).toBe(code.slice(-4))
  expect(code).toContain(`54${String(reais.length).padStart(2, '0')}${reais}`)
  expect(parsePix(code)).toMatchObject({ type: 'DYNAMIC', merchantCity: 'SAO PAULO' })
})

test('the examples of a charge, its payment, its refund and its events agree with each other', () => {
  const created: Charge = exampleOf('createCharge', 201)
  const paid: Charge = exampleOf('getCharge', 200)
  expect([paid.id, paid.order_reference, paid.pix]).toEqual([
    created.id,
    created.order_reference,
    created.pix,
  ])
  expect(money(paid.net_cents)).toBe(money(paid.amount_cents) - money(paid.fee_cents))
  expect([created.failure_message, paid.failure_message]).toEqual([null, null])
  const { data } = exampleOfEvent('charge.paid')
  expect(data).toMatchObject({
    charge_id: paid.id,
    end_to_end_id: paid.end_to_end_id,
    net_cents: paid.net_cents,
    paid_at: paid.paid_at,
  })
  expect(exampleOf('createRefund', 201)).toMatchObject({ charge_id: paid.id, status: 'processing' })
  expect(exampleOfEvent('charge.refunded')['data']).toMatchObject({
    charge_id: paid.id,
    refund_id: exampleOf('createRefund', 201).id,
  })
})

test('the lines in the example of the statement sum to the total in the example of the balance', () => {
  const { items }: { items: LineJson[] } = exampleOf('listStatementLines', 200)
  const sum = items.reduce((total, { amount_cents }) => total + Number(amount_cents), 0)
  expect(sum).toBe(Number(exampleOf('getBalance', 200).total_cents))
})

test('each example of an event has its own type and its own id', () => {
  const events = EVENT_TYPES.map((type) => exampleOfEvent(type))
  expect(events.map((event) => event['type'])).toEqual([...EVENT_TYPES])
  expect(new Set(events.map((event) => event['id'])).size).toBe(EVENT_TYPES.length)
})
