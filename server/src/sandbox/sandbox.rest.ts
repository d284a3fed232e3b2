import { z } from 'zod'
import { amount } from '../kernel/input/fields.ts'
import type { Charge } from '../charges/charge.entity.ts'
import { getCharge } from '../charges/charge.queries.ts'
import { ChargeShape, presentCharge } from '../charges/charge.present.ts'
import { none, route, type Call, type Route } from '../http/route.ts'
import { COMPONENTS, instant } from '../kernel/output/shapes.ts'
import { Problem } from '../kernel/problem.ts'
import type { JobContext, SandboxTools, WithSandbox } from './account-context.ts'
import { advanceClock, readClock, settleAccount, type ClockState } from './advance-clock.ts'
import { decideDispute, failReturns, payTestCharge } from './test-actions.ts'

type SandboxContext = JobContext & WithSandbox

const SECONDS_MAX = 366 * 86_400

const PayBody = z
  .strictObject({
    amount_cents: amount
      .optional()
      .describe('Valor pago, em centavos, se for outro que o da cobrança: o pagamento é devolvido'),
    late: z.boolean().optional().describe('Paga uma cobrança expirada; avance o relógio antes'),
    twice: z.boolean().optional().describe('Paga duas vezes: o segundo pagamento é devolvido'),
    wrong_payer: z.boolean().optional().describe('Outra pessoa paga; a rede Pix permite'),
  })
  .optional()

const DisputeBody = z
  .strictObject({
    result: z
      .enum(['accepted', 'rejected', 'cancelled'])
      .optional()
      .describe('Decide a contestação aberta; sem result, abre uma'),
  })
  .optional()

const FailReturnBody = z
  .strictObject({
    outcome: z
      .enum(['not_done', 'refused', 'returned'])
      .optional()
      .describe(
        'not_done (padrão): a rede não realiza a devolução. refused: recusa o pedido. returned: volta ao normal',
      ),
  })
  .optional()

const AdvanceBody = z.strictObject({
  seconds: z.int().min(1).max(SECONDS_MAX).describe('Quanto o relógio da conta avança; 7776000 são 90 dias'),
})

const ClockShape = z.object({
  now: instant.describe('A hora da conta de teste'),
  status: z
    .enum(['ready', 'advancing'])
    .describe('advancing: ainda há trabalho até advancing_to; consulte o relógio até ready'),
  advancing_to: instant.nullable(),
})
ClockShape.register(COMPONENTS, { id: 'TestClock' })

const presentClock = ({ now, advancingTo }: ClockState): z.infer<typeof ClockShape> => ({
  now: now.toISOString(),
  status: advancingTo ? 'advancing' : 'ready',
  advancing_to: advancingTo?.toISOString() ?? null,
})

/** Returns the tools of the test environment. @throws Problem forbidden, reason `test_key_required`, for a live key. */
function toolsOf({ sandbox }: WithSandbox): SandboxTools {
  if (!sandbox) throw new Problem('forbidden', { reason: 'test_key_required' })
  return sandbox
}

/**
 * Changes a charge at the test network, runs the jobs that the change needs, and presents the charge in its new state.
 */
async function change<Body>(
  { ctx, merchantId, params, body }: Call<SandboxContext, unknown, Body>,
  work: (charge: Charge, body: Body) => Promise<void>,
) {
  const tools = toolsOf(ctx)
  await work(await getCharge(ctx, merchantId, params['id'] ?? ''), body)
  await settleAccount(tools, merchantId)
  const charge = await getCharge(ctx, merchantId, params['id'] ?? '')
  return { status: 200, body: presentCharge(charge, ctx.clock.now()) }
}

/** The routes of the test environment. Only calls with a test key may use these routes. */
export const sandboxRoutes: Route<SandboxContext>[] = [
  route('post', '/v1/test/charges/:id/pay', {
    operationId: 'payTestCharge',
    summary: 'Paga uma cobrança na rede de teste',
    isTestOnly: true,
    waitsForLocks: false,
    scope: 'charges:write',
    query: none,
    body: PayBody,
    responses: { 200: ChargeShape },
    refusals: ['charge_not_found', 'charge_not_payable'],
    handle: (call) =>
      change(call, (charge, body) =>
        payTestCharge(call.ctx, charge, {
          amountCents: body?.amount_cents,
          isLate: body?.late ?? false,
          times: body?.twice ? 2 : 1,
          payer: body?.wrong_payer ? 'other' : 'charge',
        }),
      ),
  }),
  route('post', '/v1/test/charges/:id/dispute', {
    operationId: 'disputeTestCharge',
    summary: 'Contesta (MED) o pagamento de uma cobrança na rede de teste, ou decide a contestação',
    isTestOnly: true,
    waitsForLocks: false,
    scope: 'charges:write',
    query: none,
    body: DisputeBody,
    responses: { 200: ChargeShape },
    refusals: ['charge_not_found', 'charge_not_disputable', 'dispute_not_open'],
    handle: (call) =>
      change(call, (charge, body) => decideDispute(call.ctx, charge, body?.result ?? 'opened')),
  }),
  route('post', '/v1/test/charges/:id/fail-return', {
    operationId: 'failTestReturns',
    summary: 'Define o que a rede de teste faz com as próximas devoluções de uma cobrança',
    isTestOnly: true,
    waitsForLocks: false,
    scope: 'charges:write',
    query: none,
    body: FailReturnBody,
    responses: { 200: ChargeShape },
    refusals: ['charge_not_found'],
    handle: (call) =>
      change(call, (charge, body) => failReturns(call.ctx, charge, body?.outcome ?? 'not_done')),
  }),
  route('get', '/v1/test/clock', {
    operationId: 'getTestClock',
    summary: 'Lê o relógio da conta de teste',
    isTestOnly: true,
    scope: 'charges:read',
    query: none,
    body: none,
    responses: { 200: ClockShape },
    async handle({ ctx, merchantId }) {
      const real = toolsOf(ctx).context(ctx.actor)
      return { status: 200, body: presentClock(await readClock(real, merchantId)) }
    },
  }),
  route('post', '/v1/test/clock/advance', {
    operationId: 'advanceTestClock',
    summary: 'Avança o relógio da conta de teste e executa o que vence no caminho',
    isTestOnly: true,
    waitsForLocks: false,
    scope: 'charges:write',
    query: none,
    body: AdvanceBody,
    responses: { 200: ClockShape },
    refusals: ['test_clock_limit'],
    async handle({ ctx, merchantId, body }) {
      const state = await advanceClock(toolsOf(ctx), merchantId, body.seconds * 1_000)
      return { status: 200, body: presentClock(state) }
    },
  }),
]
