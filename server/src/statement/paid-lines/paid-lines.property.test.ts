import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLedger } from '../../ledger/verify/verify-ledger.ts'
import { cancelPayout } from '../../payouts/cancel-payout.ts'
import { completePayout } from '../../payouts/complete-payout.ts'
import { ASSIGNED_AFTER_COMMIT_MAX } from '../../payouts/lines/assign-lines.ts'
import { assignMissingLines } from '../../payouts/lines/payout-lines-jobs.ts'
import { reservePayout } from '../../payouts/reserve-payout.ts'
import { reversePayout } from '../../payouts/reverse-payout.ts'
import type { RestClient } from '../../testing/clients/rest-client.ts'
import { anIdempotencyKey } from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'
import {
  aTransfer,
  changeAvailable,
  forgetLines,
  linesOf,
  merchantWithLines,
  pay,
} from '../../testing/fixtures/payout-lines.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

/** One step of a random history. `part` is the part of the available money that a payout pays, in percent. */
type Step =
  | { kind: 'credit'; cents: number }
  | { kind: 'debit' | 'pay' | 'payLate' | 'reserve'; part: number }
  | { kind: 'complete' | 'cancel' | 'reverse'; pick: number }
  | { kind: 'assign' }

const part = fc.integer({ min: 1, max: 100 })
const pick = fc.nat({ max: 1_000 })
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('credit' as const), cents: fc.integer({ min: 1, max: 40 }) }),
    },
    { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('debit', 'pay', 'pay', 'reserve'), part }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('payLate' as const), part }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('complete', 'cancel', 'reverse', 'reverse'), pick }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('assign' as const) }) },
  ),
  { minLength: 10, maxLength: 60 },
)

/**
 * A model of the rule that assigns lines to payouts, computed for one centavo at a time. Every centavo of a positive
 * line, and every negative line as a whole, belongs to at most one payout.
 */
class Model {
  readonly lines: { journalId: string; owners: (string | null)[]; isNegative: boolean }[] = []

  post(journalId: string, cents: bigint): void {
    const isNegative = cents < 0n
    const size = Number(isNegative ? -cents : cents)
    this.lines.push({ journalId, isNegative, owners: Array.from({ length: size }, () => null) })
  }

  pay(payout: string, cents: bigint): void {
    let sum = 0n
    for (const { owners, isNegative } of this.lines) {
      for (const [at, owner] of owners.entries()) {
        if (owner !== null) continue
        owners[at] = payout
        sum += isNegative ? -1n : 1n
        if (sum === cents) return
      }
    }
    throw new Error(`pay: the unpaid lines never sum to the amount ${cents} of the payout`)
  }

  reverse(payout: string): void {
    for (const { owners } of this.lines)
      for (const [at, owner] of owners.entries()) if (owner === payout) owners[at] = null
  }

  linesOf(payout: string): [string, string][] {
    return this.lines.flatMap(({ journalId, owners, isNegative }): [string, string][] => {
      const count = owners.filter((owner) => owner === payout).length
      return count === 0 ? [] : [[journalId, String(isNegative ? -count : count)]]
    })
  }
}

/** A merchant whose payouts are made both in the service and in the model, so that the results can be compared. */
class History {
  readonly model = new Model()
  readonly paid = new Map<string, bigint>()
  readonly reserved = new Map<string, bigint>()
  /**
   * The paid payouts that wait for lines, the oldest first. Some of these payouts are recorded as an earlier build did.
   */
  readonly late: { id: string; cents: bigint }[] = []
  available = 0n

  constructor(
    readonly merchantId: string,
    readonly rest: RestClient,
  ) {}

  async run(step: Step): Promise<void> {
    if (step.kind === 'credit') return this.#change(BigInt(step.cents))
    if (step.kind === 'assign') return this.assignLate()
    if ('pick' in step) return this.#end(step)
    const cents = (this.available * BigInt(step.part)) / 100n
    if (cents === 0n) return
    if (step.kind === 'debit') return this.#change(-cents)
    if (step.kind === 'reserve') return this.#reserve(cents)
    await this.#pay(cents, step.kind === 'payLate')
  }

  async #change(cents: bigint): Promise<void> {
    const [posted] = await changeAvailable(world, this.merchantId, [cents])
    this.model.post(posted?.journalId ?? '', cents)
    this.available += cents
  }

  async #reserve(amountCents: bigint): Promise<void> {
    const idempotencyKey = anIdempotencyKey()
    const { id } = await reservePayout(world.context(), this.merchantId, { amountCents, idempotencyKey })
    this.reserved.set(id, amountCents)
    this.available -= amountCents
  }

  async #pay(amountCents: bigint, isLate: boolean): Promise<void> {
    const id = await pay(world, this.merchantId, amountCents)
    this.available -= amountCents
    this.#assign(id, amountCents)
    if (!isLate) return
    await forgetLines(world, this.merchantId, id)
    this.model.reverse(id)
    if (!this.late.some((one) => one.id === id)) this.late.push({ id, cents: amountCents })
  }

  #assign(id: string, cents: bigint): void {
    this.paid.set(id, cents)
    this.late.push({ id, cents })
    this.#assignOldest(ASSIGNED_AFTER_COMMIT_MAX)
  }

  #assignOldest(limit: number): void {
    for (const { id, cents } of this.late.splice(0, limit)) this.model.pay(id, cents)
  }

  async assignLate(): Promise<void> {
    await assignMissingLines(world.context('job:payout-lines'), 20)
    this.#assignOldest(Infinity)
  }

  async #end({ kind, pick: at }: { kind: string; pick: number }): Promise<void> {
    const from = kind === 'reverse' ? this.paid : this.reserved
    const [id, cents] = Array.from(from)[at % Math.max(from.size, 1)] ?? []
    if (id === undefined || cents === undefined) return
    from.delete(id)
    if (kind === 'reverse') {
      await reversePayout(world.context(), this.merchantId, id, 'Engano')
      const lateAt = this.late.findIndex((one) => one.id === id)
      if (lateAt >= 0) this.late.splice(lateAt, 1)
      this.model.reverse(id)
      this.#assignOldest(ASSIGNED_AFTER_COMMIT_MAX)
    } else if (kind === 'cancel') {
      await cancelPayout(world.context(), this.merchantId, id, 'Engano')
    } else {
      await completePayout(world.context(), this.merchantId, id, aTransfer(world))
      this.#assign(id, cents)
    }
    if (kind !== 'complete') this.available += cents
  }
}

test('in random histories, each centavo that was paid out is in exactly one line of one payout', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (given, limit) => {
      const { merchantId, rest } = await merchantWithLines(world, [])
      const history = new History(merchantId, rest)
      for (const step of given) await history.run(step)
      await history.assignLate()
      for (const [id, cents] of history.paid) {
        const lines = await linesOf(rest, id, limit)
        expect(lines.map((line) => [line.journal_id, line.amount_cents])).toEqual(history.model.linesOf(id))
        expect(lines.reduce((sum, line) => sum + BigInt(line.amount_cents), 0n)).toBe(cents)
      }
      expect((await verifyLedger(world.context(), { merchantId })).findings).toEqual([])
    }),
    { numRuns: 30 },
  )
})
