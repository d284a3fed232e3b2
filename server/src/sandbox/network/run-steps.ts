import { DEFAULT_PIX_ACCOUNT } from '../../pix/pix-accounts.ts'
import { isAborted, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { Problem } from '../../kernel/problem.ts'
import { chargeIdOf } from '../../charges/charge.entity.ts'
import { cancelRemoved } from '../../charges/cancellation/cancel-removed.ts'
import { recordPayout } from '../../payouts/record-payout.ts'
import { disputePayment } from './dispute-payment.ts'
import { findCob, listPixOf } from './network-records.ts'
import { receivePayment } from './receive-payment.ts'
import type { SandboxStep, StepAction } from './sandbox-step.entity.ts'
import { makeTestNetwork } from './test-network.ts'

/** The difference in centavos between a payment of a wrong amount and its charge. */
const OTHER_AMOUNT_CENTS = 100n
const PAYOUT_CENTS = 100n

type DueStep = Pick<SandboxStep, 'id' | 'txid' | 'action'>

/**
 * Runs the due steps of a test account, the oldest first, at most `limit` of them. Returns how many due steps it found.
 * A step that is not possible any more, such as the payment of a cancelled charge, ends without an effect.
 */
export async function runSteps(ctx: Context, merchantId: string, limit: number): Promise<number> {
  const due = await db(ctx)
    .selectFrom('sandbox_step')
    .select(['id', 'txid', 'action'])
    .where('merchant_id', '=', merchantId)
    .where('done_at', 'is', null)
    .where('due_at', '<=', ctx.clock.now())
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  for (const step of due) {
    if (isAborted(ctx)) break
    if (await isFirstRun(ctx, step)) await run(ctx, merchantId, step)
  }
  return due.length
}

/**
 * Marks the step as done before the step runs. Returns false if the step was already marked. After a crash the step
 * does not run again, so it cannot pay a charge twice.
 */
async function isFirstRun(ctx: Context, { id }: DueStep): Promise<boolean> {
  const marked = await db(ctx)
    .updateTable('sandbox_step')
    .set({ done_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

async function run(ctx: Context, merchantId: string, { txid, action, id }: DueStep): Promise<void> {
  try {
    await ACTIONS[action](ctx, merchantId, txid, id)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ctx.log.info(
      { merchant_id: merchantId, action, reason: error.details.reason },
      'a step of the test network had no effect',
    )
  }
}

type Action = (ctx: Context, merchantId: string, txid: string, stepId: string) => Promise<unknown>

const pay =
  (extraCents: bigint): Action =>
  async (ctx, merchantId, txid) => {
    const cob = await findCob(ctx, merchantId, txid)
    if (cob?.status !== 'active') return
    const amountCents = cob.amountCents + extraCents
    await receivePayment(ctx, merchantId, { txid, amountCents, payer: 'charge' })
  }

const dispute =
  (news: 'opened' | 'accepted' | 'rejected'): Action =>
  async (ctx, merchantId, txid) => {
    const [first] = await listPixOf(ctx, merchantId, txid)
    if (first) await disputePayment(ctx, merchantId, { txid, endToEndId: first.endToEndId, news })
  }

const remove: Action = async (ctx, merchantId, txid) => {
  const { kind } = await makeTestNetwork(ctx, merchantId).remove(txid)
  if (kind === 'removed') await cancelRemoved(ctx, DEFAULT_PIX_ACCOUNT, [{ txid, payments: [] }])
}

const payOut: Action = (ctx, merchantId, txid, stepId) =>
  recordPayout(ctx, merchantId, {
    amountCents: PAYOUT_CENTS,
    externalReference: `teste-${chargeIdOf(txid) ?? stepId}`,
    paidAt: ctx.clock.now(),
    forceReason: 'Repasse do ambiente de teste',
  })

const ACTIONS: Record<StepAction, Action> = {
  pay: pay(0n),
  pay_other_amount: pay(OTHER_AMOUNT_CENTS),
  remove,
  dispute: dispute('opened'),
  accept: dispute('accepted'),
  reject: dispute('rejected'),
  pay_out: payOut,
}
