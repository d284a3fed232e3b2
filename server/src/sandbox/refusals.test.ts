import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeApi } from '../api-docs/describe-api.ts'
import { ROUTES } from '../routes.ts'
import type { ErrorBody, RestClient } from '../testing/clients/rest-client.ts'
import { aChargeBody, anIdempotencyKey, type ChargeJson } from '../testing/fixtures/charges.ts'
import { advance, DAY_SECONDS, testClient } from '../testing/fixtures/sandbox-fixture.ts'
import { World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ hasSandbox: true })
})
afterAll(() => world.stop())

/** A client of a new test account, with one method for each call that this test makes. */
class Merchant {
  readonly rest: RestClient
  constructor(rest: RestClient) {
    this.rest = rest
  }

  /** Makes a call with a new idempotency key, or with `key`. */
  post<T = ChargeJson>(path: string, body: object = {}, key = anIdempotencyKey()) {
    return this.rest.post<T & ErrorBody>(path, body, { 'idempotency-key': key })
  }

  create(change: Record<string, unknown> = {}, key?: string) {
    return this.post('/v1/pix/charges', aChargeBody(change), key)
  }

  /** Creates and pays a charge. Returns its id. */
  async pay(): Promise<string> {
    const { body } = await this.create()
    await this.post(`/v1/test/charges/${body.id}/pay`)
    return body.id
  }

  refund(id: string, body: object = {}) {
    return this.post(`/v1/pix/charges/${id}/refunds`, body)
  }

  /** Disputes the payment of a charge. Returns the path of the dispute. */
  async dispute(id: string): Promise<string> {
    await this.post(`/v1/test/charges/${id}/dispute`)
    const { body } = await this.rest.get<{ items: { id: string }[] }>(`/v1/disputes?charge_id=${id}`)
    return `/v1/disputes/${body.items[0]?.id}`
  }
}

const aMerchant = async (): Promise<Merchant> =>
  new Merchant(await testClient(world, (await world.anotherMerchant({ writeRate: 100_000 })).merchantId))

const GUIDES = ['pt', 'en'].map((language) =>
  readFileSync(join(import.meta.dirname, `../../docs/guides/${language}/test-environment.md`), 'utf8'),
)

const reasonOf = ({ body }: { body: ErrorBody }): string | undefined =>
  body.error?.details.reason ?? body.error?.code

test('the guide to the test environment says how to cause each refusal with status 409 or 503', () => {
  const document = JSON.stringify(describeApi(ROUTES, 'http://service.test'))
  const reasons = new Set(
    Array.from(
      document.matchAll(/"code":"(?:conflict|\w+_unavailable)"[^{]+"details":\{"reason":"(\w+)"/g),
    ).map(([, reason]) => reason),
  )
  expect(reasons.size).toBeGreaterThan(20)
  for (const guide of GUIDES)
    expect(Array.from(reasons).filter((reason) => !guide.includes(`\`${reason}\``))).toEqual([])
})

test('the refusals of charges and refunds occur as the guide to the test environment says', async () => {
  const shop = await aMerchant()
  const key = anIdempotencyKey()
  const reference = (await shop.create({}, key)).body.order_reference
  expect(reasonOf(await shop.create({}, key))).toBe('idempotency_conflict')
  expect(reasonOf(await shop.create({ order_reference: reference }))).toBe('order_reference_in_use')
  expect(reasonOf(await shop.create({ amount_cents: 990_006 }))).toBe('processing_unavailable')
  const disabled = aChargeBody({ amount_cents: 990_008 })
  for (const attempt of [1, 2])
    expect([attempt, reasonOf(await shop.post('/v1/pix/charges', disabled, key + attempt))]).toEqual([
      attempt,
      'account_not_enabled',
    ])
  const { body: unissued } = await shop.create({ amount_cents: 990_007 })
  expect(reasonOf(await shop.post(`/v1/pix/charges/${unissued.id}/cancel`))).toBe('issuance_unknown')
  expect(reasonOf(await shop.refund(unissued.id))).toBe('charge_not_refundable')
  const { body: incomplete } = await shop.create({ payer: { name: 'Maria' } })
  expect(incomplete).toMatchObject({ status: 'failed', failure_message: 'Dados do pagador incompletos' })

  const paid = await shop.pay()
  expect(reasonOf(await shop.post(`/v1/pix/charges/${paid}/cancel`))).toBe('charge_not_cancellable')
  expect(reasonOf(await shop.refund(paid, { amount_cents: 99_999_999 }))).toBe('refund_exceeds_remaining')
  await advance(shop.rest, 91 * DAY_SECONDS)
  expect(reasonOf(await shop.refund(paid))).toBe('refund_window_expired')

  const other = await aMerchant()
  const { body: payout } = await other.create({ amount_cents: 990_030 })
  await advance(other.rest, 4 * DAY_SECONDS)
  expect(reasonOf(await other.refund(payout.id))).toBe('insufficient_balance')
})

test('the refusals of disputes occur as the guide to the test environment says', async () => {
  const shop = await aMerchant()
  const charge = await shop.pay()
  await shop.refund(charge, { amount_cents: 1 })
  const dispute = await shop.dispute(charge)
  expect(reasonOf(await shop.post(`${dispute}/accept`))).toBe('return_in_progress')
  expect(reasonOf(await shop.refund(charge))).toBe('dispute_open')
  await advance(shop.rest, 30 * DAY_SECONDS)
  expect(reasonOf(await shop.post(`${dispute}/evidence`, { text: 'Entregue.' }))).toBe(
    'evidence_deadline_passed',
  )
  await shop.post(`/v1/test/charges/${charge}/dispute`, { result: 'rejected' })
  expect(reasonOf(await shop.post(`${dispute}/evidence`, { text: 'Entregue.' }))).toBe('dispute_not_open')
})
