export const attention = {
  title: ['Precisa de atenção', 'Needs attention'],
  item: ['Pendência', 'Item'],
  merchant: ['Lojista', 'Merchant'],
  amount: ['Valor', 'Amount'],
  deadline: ['Prazo', 'Deadline'],
  nextStep: ['Próximo passo', 'Next step'],
  byKind: ['Pendências por tipo', 'Items by type'],
  open: ['Abrir', 'Open'],
  noDeadline: ['Sem prazo · começou', 'No deadline · opened'],
  shownOf: (shown: number, total: number) =>
    [
      `Por prazo, ${shown} de ${total > MANY ? 'mais de 1.000' : total}`,
      `By deadline, ${shown} of ${total > MANY ? 'more than 1,000' : total}`,
    ] as const,
  networkMore: (amount: string) =>
    [`A rede tem ${amount} a mais`, `The network shows ${amount} more`] as const,
  recordsMore: (amount: string) =>
    [`Nossos registros têm ${amount} a mais`, `Our records show ${amount} more`] as const,
  nothing: (merchant: string | null) =>
    merchant === null
      ? (['Nenhuma pendência.', 'Nothing needs attention.'] as const)
      : ([`Nenhuma pendência de ${merchant}.`, `Nothing needs attention for ${merchant}.`] as const),
} as const

/** The largest number of items of a kind that the server counts exactly. */
const MANY = 1_000
