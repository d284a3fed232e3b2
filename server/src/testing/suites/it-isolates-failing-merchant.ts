import { expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { JOB_ITEM_FAILURES } from '../../kernel/jobs/job-metrics.ts'
import { NO_METRICS } from '../../kernel/metrics/metrics.ts'
import type { ServiceContext } from '../../kit.ts'
import { captureLog } from '../captured-log.ts'
import type { PaymentFixture } from '../fixtures/charges.ts'
import { World } from '../world.ts'

/**
 * The batch size of the job. The failing merchant has this many rows, all older than the row of the other merchant.
 */
export const LIMIT = 4
/** The SQLSTATE with which the database refuses a row. No other error in the tests has this SQLSTATE. */
const REFUSED_ROW = 'ZZ001'

/** A merchant, with the fields that `aPaidCharge` needs. */
export interface MerchantFixture extends PaymentFixture {
  merchantId: string
}

/** A job that processes rows of several merchants. */
export interface JobCase {
  job: string
  /** The table in which the database refuses the failing merchant's rows. */
  table: string
  /**
   * Creates one row of the merchant. The row is due immediately; if `makeDue` is set, it is due only after a call of
   * `makeDue`.
   */
  arrange: (world: World, merchant: MerchantFixture) => Promise<unknown>
  makeDue?: (world: World) => Promise<unknown>
  run: (ctx: ServiceContext, limit: number) => Promise<number>
  /** SQL that returns the merchant's rows that the job has processed; $1 is the merchant's id. */
  done: string
}

/**
 * Tests each job: a merchant whose rows the database refuses must not delay other merchants. The same run must process
 * the other merchant, count the failure and log the failing merchant's id. When the database accepts the refused rows
 * again, the job must process them, too.
 */
export function itIsolatesFailingMerchant(jobs: JobCase[]): void {
  test.each(jobs)(
    '$job: a merchant whose rows the database refuses does not delay other merchants',
    async (job) => {
      const captured = captureLog('error')
      await using world = await World.start({ log: captured.log })
      const countDone = async ({ merchantId }: MerchantFixture): Promise<number> =>
        (await sql(world.context(), job.done, [merchantId])).length
      const failing = await createMerchantFixture(world)
      const healthy = await createMerchantFixture(world)
      for (let n = 0; n < LIMIT; n++) await job.arrange(world, failing)
      await job.arrange(world, healthy)
      await job.makeDue?.(world)

      const acceptRows = await refuseRows(world, job.table, failing.merchantId)
      captured.lines.length = 0
      const counted: string[] = []
      const metrics = { ...NO_METRICS, count: ({ name }: { name: string }) => void counted.push(name) }
      await job.run({ ...world.context('job:test'), metrics }, LIMIT)
      expect(counted).toContain(JOB_ITEM_FAILURES.name)
      expect(await countDone(healthy)).toBe(1)
      expect(await countDone(failing)).toBe(0)
      expect(captured.errors()).toContainEqual(
        expect.objectContaining({
          merchant_id: failing.merchantId,
          err: expect.objectContaining({ code: REFUSED_ROW }),
        }),
      )

      await acceptRows()
      world.clock.advance(10 * 60_000)
      for (let n = 0; n < 3; n++) await job.run(world.context('job:test'), LIMIT)
      expect(await countDone(failing)).toBe(LIMIT)
    },
  )
}

async function createMerchantFixture(world: World): Promise<MerchantFixture> {
  const terms = { settlementDelayDays: 0, reserveBps: 500, reserveDays: 1 }
  const { merchantId, rest } = await world.anotherMerchant(terms)
  return { merchantId, rest, network: world.network, settleInbox: () => world.settleInbox() }
}

/**
 * Adds a trigger that refuses every insert and update of a merchant's rows in a table, with an SQLSTATE. Returns a
 * function that removes the trigger. `refusedCount` counts the refused rows.
 */
export async function refuseRows(
  world: World,
  table: string,
  merchantId: string,
  state = REFUSED_ROW,
): Promise<() => Promise<void>> {
  const name = `refuse_${table}`
  await world.database.asSuperuser(
    // Count with a sequence, because a rollback does not undo its increment.
    `create sequence ${name}_count`,
    `grant select, usage on ${name}_count to public`,
    `create function ${name}() returns trigger language plpgsql as $$ begin
       perform nextval('${name}_count'); raise exception 'refused' using errcode = '${state}'; end $$`,
    `create trigger ${name} before insert or update on ${table} for each row
       when (new.merchant_id = '${merchantId}') execute function ${name}()`,
  )
  return () => world.database.asSuperuser(`drop function ${name}() cascade`, `drop sequence ${name}_count`)
}

/** Returns how many rows of a table the trigger of `refuseRows` has refused. Each refused row ended its transaction. */
export async function refusedCount(world: World, table: string): Promise<number> {
  const [row] = await sql<{ n: bigint }>(
    world.context(),
    `select case when is_called then last_value else 0 end as n from refuse_${table}_count`,
  )
  return Number(row?.n)
}
