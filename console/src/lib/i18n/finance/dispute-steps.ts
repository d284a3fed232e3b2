import type { Text } from '../../text.ts'

/**
 * Says who must take the next steps of a dispute. `own` is the text for a person who may take the step; `others` is the
 * text for everybody else. dispute-steps.test.ts compares the roles in `others` with the server's.
 */
export const disputeSteps = {
  answer: {
    own: ['Registre a defesa no caso.', 'Record the evidence in the case.'],
    others: [
      'Quem registra a defesa: Suporte ou Administração.',
      'Support or an administrator records the evidence.',
    ],
  },
  decide: {
    own: ['Decida a contestação no caso.', 'Decide the dispute in the case.'],
    others: [
      'Quem decide a contestação: Financeiro ou Administração.',
      'Finance or an administrator decides the dispute.',
    ],
  },
} as const

/** Says what an open case of a dispute does to the payouts of the merchant. */
export const disputeStopsPayouts: Text = [
  'Enquanto o caso estiver em aberto, os repasses do lojista ficam suspensos.',
  'While the case is open, the merchant’s payouts are suspended.',
]
