import type { RefusalCode } from '../pix/provider.ts'
import type { ReturnOutcome } from './network/sandbox-cob.entity.ts'
import type { StepAction } from './network/sandbox-step.entity.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A step of the test network. The time of a step is relative to the issuance or to the expiry of the charge. */
export interface Step {
  action: StepAction
  afterMs: number
  from: 'issuance' | 'expiry'
}

/** The behaviour of the test network for charges of one published amount. */
export interface Trigger {
  amountCents: bigint
  /** The effect in words, for the published table, in Portuguese. */
  effect: string
  /** The event types or error reasons that the merchant observes. */
  observed: readonly string[]
  /** How the network answers the issuance of the charge. By default, the network issues the charge. */
  issuance?: { refused: RefusalCode } | 'unavailable' | 'unknown' | 'not_enabled'
  /** How later returns of the charge end at the test network. Default: `returned`. */
  returns?: ReturnOutcome
  steps?: readonly Step[]
}

const step = (action: StepAction, afterMs = SECOND_MS): Step => ({ action, afterMs, from: 'issuance' })

const refused = (amountCents: bigint, code: RefusalCode, effect: string): Trigger => ({
  amountCents,
  effect,
  observed: ['charge.failed'],
  issuance: { refused: code },
})

/**
 * The published amounts of the test environment, each with its effect. A charge with any other amount is an ordinary
 * charge, which waits for its payment. Merchants depend on this table, so triggers may be added but never changed.
 */
export const TRIGGERS: readonly Trigger[] = [
  refused(990_001n, 'risk_refused', 'Emissão recusada pela análise de risco'),
  refused(990_002n, 'payer_invalid', 'Emissão recusada: dados do pagador inválidos'),
  refused(990_003n, 'amount_over_limit', 'Emissão recusada: valor acima do limite'),
  refused(990_004n, 'key_unavailable', 'Emissão recusada: chave Pix do recebedor indisponível'),
  refused(990_005n, 'network_refused', 'Emissão recusada pela rede Pix'),
  {
    amountCents: 990_006n,
    effect: 'Rede Pix indisponível: nada é criado',
    observed: ['processing_unavailable'],
    issuance: 'unavailable',
  },
  {
    amountCents: 990_007n,
    effect: 'Resposta da rede perdida: a cobrança fica created e depois pending',
    observed: ['charge.issued'],
    issuance: 'unknown',
  },
  {
    amountCents: 990_008n,
    effect: 'Recebimento por Pix não habilitado: nada é criado',
    observed: ['account_not_enabled'],
    issuance: 'not_enabled',
  },
  {
    amountCents: 990_010n,
    effect: 'Paga em um segundo',
    observed: ['charge.paid', 'balance.available', 'reserve.released'],
    steps: [step('pay')],
  },
  {
    amountCents: 990_011n,
    effect: 'Paga duas vezes: o segundo pagamento é devolvido ao pagador',
    observed: ['charge.paid', 'charge.payment_held', 'charge.payment_returned'],
    steps: [step('pay'), step('pay', 2 * SECOND_MS)],
  },
  {
    amountCents: 990_012n,
    effect: 'Paga com outro valor: o pagamento é devolvido ao pagador',
    observed: ['charge.payment_held', 'charge.payment_returned'],
    steps: [step('pay_other_amount')],
  },
  {
    amountCents: 990_013n,
    effect: 'Expira e é paga um minuto depois do vencimento',
    observed: ['charge.expired', 'charge.paid'],
    steps: [{ action: 'pay', afterMs: 60_000, from: 'expiry' }],
  },
  {
    amountCents: 990_014n,
    effect: 'Removida pela instituição de pagamento',
    observed: ['charge.cancelled'],
    steps: [step('remove')],
  },
  {
    amountCents: 990_015n,
    effect: 'Paga; as devoluções não são realizadas pela rede',
    observed: ['charge.paid', 'refund.created', 'refund.failed'],
    returns: 'not_done',
    steps: [step('pay')],
  },
  {
    amountCents: 990_016n,
    effect: 'Paga; as devoluções são recusadas pela rede',
    observed: ['charge.paid', 'refund.created', 'refund.failed'],
    returns: 'refused',
    steps: [step('pay')],
  },
  {
    amountCents: 990_017n,
    effect: 'Paga; uma devolução termina em dois segundos',
    observed: ['charge.paid', 'refund.created', 'refund.completed', 'charge.refunded'],
    returns: 'returned',
    steps: [step('pay')],
  },
  {
    amountCents: 990_020n,
    effect: 'Paga e contestada (MED); a contestação fica aberta até você decidi-la',
    observed: ['charge.paid', 'dispute.opened', 'payouts.suspended', 'dispute.deadline'],
    steps: [step('pay'), step('dispute', HOUR_MS)],
  },
  {
    amountCents: 990_021n,
    effect: 'Contestação aceita no dia seguinte: o valor volta ao pagador',
    observed: ['dispute.opened', 'dispute.closed', 'charge.refunded'],
    steps: [step('pay'), step('dispute', HOUR_MS), step('accept', DAY_MS)],
  },
  {
    amountCents: 990_022n,
    effect: 'Contestação rejeitada no dia seguinte: o valor é liberado',
    observed: ['dispute.opened', 'dispute.closed', 'payouts.resumed'],
    steps: [step('pay'), step('dispute', HOUR_MS), step('reject', DAY_MS)],
  },
  {
    amountCents: 990_030n,
    effect: 'Paga, e o serviço registra um repasse de R$ 1,00 três dias depois',
    observed: ['charge.paid', 'payout.paid'],
    steps: [step('pay'), step('pay_out', 3 * DAY_MS)],
  },
]

const BY_AMOUNT = new Map(TRIGGERS.map((trigger) => [trigger.amountCents, trigger]))

/** Returns the trigger of an amount, or undefined for an ordinary amount. */
export const triggerOf = (amountCents: bigint): Trigger | undefined => BY_AMOUNT.get(amountCents)
