import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { none, route, type Route } from '../http/route.ts'
import { cents, COMPONENTS, instant, openList } from '../kernel/output/shapes.ts'
import { readBalance, type Balance } from '../ledger/balance.ts'
import {
  SUSPENSION_CODES,
  SUSPENSION_MESSAGES,
  listSuspensionReasons,
  type SuspensionReason,
} from '../merchants/suspension-reasons.ts'

const SuspensionReasonShape = z.strictObject({
  code: openList(SUSPENSION_CODES),
  message: z.string().describe('Texto para pessoas, não para decisões'),
  since: instant,
  case_id: z.uuid().nullable(),
})
SuspensionReasonShape.register(COMPONENTS, { id: 'SuspensionReason' })

const BalanceShape = z.strictObject({
  currency: z.literal('BRL'),
  pending_cents: cents.describe('O líquido de vendas pagas que ainda não foram liquidadas'),
  available_cents: cents.describe('Liquidado e conferido, pronto para o repasse'),
  contract_reserve_cents: cents.describe('A reserva contratual, que continua sendo do lojista'),
  blocked_cents: cents.describe('Bloqueado por devolução, contestação ou pagamento retido'),
  payout_reserved_cents: cents.describe('Reservado para repasses em andamento'),
  total_cents: cents.describe('A posição total'),
  owed_to_service_cents: cents.describe('Devido ao serviço; descontado do próximo valor disponível'),
  payouts_suspended: z.boolean(),
  suspension_reasons: z.array(SuspensionReasonShape),
  payouts_by_service: z.boolean(),
  payouts_by_service_message: z.string(),
  available_for_payout_cents: cents.describe(
    'O que o lojista pode sacar; 0 enquanto os repasses são feitos pelo serviço',
  ),
  to_receive_cents: cents.describe('Pendente, disponível e reserva contratual, sem o bloqueado'),
  as_of: instant,
})
BalanceShape.register(COMPONENTS, { id: 'Balance' })

export const balanceRoutes: Route<Context>[] = [
  route('get', '/v1/balance', {
    operationId: 'getBalance',
    scope: 'balance:read',
    summary: 'As posições do saldo neste momento',
    query: none,
    body: none,
    responses: { 200: BalanceShape },
    async handle({ ctx, merchantId }) {
      const balance = await readBalance(ctx, merchantId)
      return { status: 200, body: presentBalance(balance, await listSuspensionReasons(ctx, merchantId)) }
    },
  }),
]

function presentBalance(balance: Balance, reasons: SuspensionReason[]): z.infer<typeof BalanceShape> {
  return {
    currency: 'BRL',
    pending_cents: balance.pendingCents.toString(),
    available_cents: balance.availableCents.toString(),
    contract_reserve_cents: balance.contractReserveCents.toString(),
    blocked_cents: balance.blockedCents.toString(),
    payout_reserved_cents: balance.payoutReservedCents.toString(),
    total_cents: balance.totalCents.toString(),
    owed_to_service_cents: balance.owedToServiceCents.toString(),
    payouts_suspended: reasons.length > 0,
    suspension_reasons: reasons.map(({ code, since, caseId }) => ({
      code,
      message: SUSPENSION_MESSAGES[code],
      since: since.toISOString(),
      case_id: caseId,
    })),
    payouts_by_service: balance.payoutsByService,
    payouts_by_service_message: balance.payoutsByService
      ? 'Repasses realizados pelo serviço conforme contrato.'
      : 'Repasses sob solicitação do lojista.',
    available_for_payout_cents: balance.availableForPayoutCents.toString(),
    to_receive_cents: balance.toReceiveCents.toString(),
    as_of: balance.asOf.toISOString(),
  }
}
