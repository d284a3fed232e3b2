import { Client } from 'pg'
import { expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import type { ServiceContext } from '../../kit.ts'
import { captureLog } from '../captured-log.ts'
import type { PaymentFixture } from '../fixtures/charges.ts'
import { World } from '../world.ts'

/** As many rows as a job takes at once, all of the failing merchant, and all older than the other merchant's. */
export const LIMIT = 4
/** The SQLSTATE of a refused row, so that a test can tell it from other failures. */
const REFUSED_ROW = 'ZZ001'

/** A merchant whose charges are paid at the network. */
export interface MerchantFixture extends PaymentFixture {
  merchantId: string
}

/** A job of several merchants. */
export interface JobCase {
  job: string
  /** The table that refuses the failing merchant's rows. */
  table: string
  /** Makes one more due row of the merchant, but for what `makeDue` does to all rows. */
  arrange: (world: World, merchant: MerchantFixture) => Promise<unknown>
  makeDue?: (world: World) => Promise<unknown>
  run: (ctx: ServiceContext, limit: number) => Promise<number>
  /** Answers the merchant's rows that the job has done; $1 is the merchant. */
  done: string
}

/**
 * Tests for each job that a merchant whose rows the database refuses delays no other merchant: the others are done in
 * the same run, the failure is logged with the merchant's id, and the merchant is done once its rows are not refused any
 * more.
 */
export function itIsolatesFailingMerchant(jobs: JobCase[]): void {
  test.each(jobs)('a merchant whose rows fail delays no other merchant: $job', async (job) => {
    const captured = captureLog('error')
    await using world = await World.start({ log: captured.log })
    const countDone = async ({ merchantId }: MerchantFixture): Promise<number> =>
      (await sql(world.context(), job.done, [merchantId])).length
    const failing = await createMerchantFixture(world)
    const healthy = await createMerchantFixture(world)
    for (let n = 0; n < LIMIT; n++) await job.arrange(world, failing)
    await job.arrange(world, healthy)
    await job.makeDue?.(world)

    const lift = await refuseRows(world, job.table, failing.merchantId)
    captured.lines.length = 0
    await job.run(world.context('job:test'), LIMIT)
    expect(await countDone(healthy)).toBe(1)
    expect(await countDone(failing)).toBe(0)
    expect(captured.errors()).toContainEqual(
      expect.objectContaining({
        merchant_id: failing.merchantId,
        err: expect.objectContaining({ code: REFUSED_ROW }),
      }),
    )

    await lift()
    world.clock.advance(10 * 60_000)
    for (let n = 0; n < 3; n++) await job.run(world.context('job:test'), LIMIT)
    expect(await countDone(failing)).toBe(LIMIT)
  })
}

async function createMerchantFixture(world: World): Promise<MerchantFixture> {
  const terms = { settlementDelayDays: 0, reserveBps: 500, reserveDays: 1 }
  const { merchantId, rest } = await world.anotherMerchant(terms)
  return { merchantId, rest, network: world.network, settleInbox: () => world.settleInbox() }
}

/**
 * Makes the database refuse every row of a merchant that is inserted into a table or changed there. Answers what lifts
 * it.
 */
export async function refuseRows(
  world: World,
  table: string,
  merchantId: string,
): Promise<() => Promise<void>> {
  const name = `refuse_${table}`
  await asSuperuser(world, [
    `create function ${name}() returns trigger language plpgsql as $$ begin
       raise exception 'refused' using errcode = '${REFUSED_ROW}'; end $$`,
    `create trigger ${name} before insert or update on ${table} for each row
       when (new.merchant_id = '${merchantId}') execute function ${name}()`,
  ])
  return () => asSuperuser(world, [`drop function ${name}() cascade`])
}

async function asSuperuser({ database }: World, statements: string[]): Promise<void> {
  const client = new Client({ connectionString: database.superuserUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
