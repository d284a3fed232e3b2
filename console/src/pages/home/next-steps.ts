import type { AttentionKind } from '../../api/generated/graphql.ts'
import type { Permission } from '../../lib/access.ts'
import type { Text } from '../../lib/text.ts'

/**
 * A step that needs a permission. `own` is the text for a person who may take the step; `others` tells everybody else
 * who may take the step. next-steps.test.ts compares the roles in `others` with the server's.
 */
export interface Step {
  permission: Permission
  own: Text
  others: Text
}

/** The step for a failing endpoint, paused or not. */
const warnMerchant: Step = {
  permission: 'webhook_endpoint.enable',
  own: [
    'Avisar o lojista; no prazo é desativado.',
    'Tell the merchant; the endpoint is disabled at the deadline.',
  ],
  others: [
    'Suporte ou Administração avisa o lojista; no prazo é desativado.',
    'Support or an administrator tells the merchant; the endpoint is disabled at the deadline.',
  ],
}

/** The first step of a dispute; `decide` is the second step. The two steps need different permissions. */
const record: Step = {
  permission: 'dispute.answer',
  own: ['Registrar a defesa até o prazo.', 'Record evidence by the deadline.'],
  others: [
    'Suporte ou Administração registra a defesa.',
    'Support or an administrator records the evidence.',
  ],
}
const decide: Step = {
  permission: 'dispute.decide',
  own: ['Decidir a contestação.', 'Decide the dispute.'],
  others: [
    'Financeiro ou Administração decide a contestação.',
    'Finance or an administrator decides the dispute.',
  ],
}

/** The next steps for each kind of item. */
export const nextSteps: Readonly<Record<AttentionKind, readonly Step[]>> = {
  dispute: [record, decide],
  evidence_to_forward: [
    {
      permission: 'dispute.answer',
      own: ['Encaminhar a defesa ao PSP até o prazo.', 'Forward the evidence to the PSP by the deadline.'],
      others: [
        'Suporte ou Administração encaminha a defesa ao PSP.',
        'Support or an administrator forwards the evidence to the PSP.',
      ],
    },
  ],
  return_failed: [
    {
      permission: 'case.retry_return',
      own: ['Tentar de novo a devolução.', 'Retry the refund.'],
      others: [
        'Financeiro ou Administração tenta de novo a devolução.',
        'Finance or an administrator retries the refund.',
      ],
    },
  ],
  held_payment: [
    {
      permission: 'case.read',
      own: ['Devolução atrasada: abrir o caso.', 'The refund is overdue: open the case.'],
      others: [
        'Suporte, Financeiro, Administração ou Auditoria abre o caso.',
        'Support, Finance, an administrator or an auditor opens the case.',
      ],
    },
  ],
  refund_failed: [
    {
      permission: 'refund.request',
      own: ['Pedir de novo até o prazo da rede.', 'Request the refund again before the network’s deadline.'],
      others: [
        'Suporte, Financeiro ou Administração pede de novo até o prazo da rede.',
        'Support, Finance or an administrator requests the refund again before the network’s deadline.',
      ],
    },
  ],
  payout_reserved: [
    {
      permission: 'payout.record',
      own: [
        'Já reservado, pode ser pago: transferir e registrar, ou desfazer.',
        'Already reserved and can be paid: transfer and record it, or cancel the reservation.',
      ],
      others: [
        'Já reservado, pode ser pago: Financeiro ou Administração transfere e registra, ou desfaz.',
        'Already reserved and can be paid: Finance or an administrator transfers and records it, or cancels the reservation.',
      ],
    },
  ],
  difference: [
    {
      permission: 'reconciliation.close',
      own: ['Conferir com o banco e encerrar.', 'Check with the bank and close the exception.'],
      others: [
        'Financeiro ou Administração confere com o banco e encerra.',
        'Finance or an administrator checks with the bank and closes the exception.',
      ],
    },
  ],
  endpoint_disabled: [
    {
      permission: 'webhook_endpoint.enable',
      own: ['Avisar o lojista e reativar.', 'Tell the merchant and enable the endpoint again.'],
      others: [
        'Suporte ou Administração avisa o lojista e reativa.',
        'Support or an administrator tells the merchant and enables the endpoint again.',
      ],
    },
  ],
  endpoint_paused: [warnMerchant],
  endpoint_failing: [warnMerchant],
  issuance_stuck: [
    {
      permission: 'charge.read',
      own: ['O PSP não respondeu; conferir a cobrança.', 'The PSP did not respond; check the charge.'],
      others: [
        'Suporte, Financeiro, Administração ou Auditoria confere a cobrança.',
        'Support, Finance, an administrator or an auditor checks the charge.',
      ],
    },
  ],
}
