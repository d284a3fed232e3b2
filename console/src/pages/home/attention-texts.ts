export const attention = {
  title: ['Precisa de atenção', 'Needs attention'],
  item: ['Pendência', 'Item'],
  merchant: ['Lojista', 'Merchant'],
  amount: ['Valor', 'Amount'],
  deadline: ['Prazo', 'Deadline'],
  nextStep: ['Próximo passo', 'Next step'],
  byKind: ['Pendências por tipo', 'Items by kind'],
  open: ['Abrir', 'Open'],
  noDeadline: ['Sem prazo; começou', 'No deadline; began'],
  shownOf: (shown: number, total: number) =>
    [
      `Por prazo, ${shown} de ${total > MANY ? 'mais de 1.000' : total}`,
      `By deadline, ${shown} of ${total > MANY ? 'more than 1,000' : total}`,
    ] as const,
  networkMore: (amount: string) => [`A rede tem ${amount} a mais`, `The network has ${amount} more`] as const,
  recordsMore: (amount: string) =>
    [`Nossos registros têm ${amount} a mais`, `Our records have ${amount} more`] as const,
  nothing: (merchant: string | null) =>
    merchant === null
      ? (['Nenhuma pendência.', 'Nothing needs attention.'] as const)
      : ([`Nenhuma pendência de ${merchant}.`, `Nothing of ${merchant} needs attention.`] as const),
} as const

/** The largest number of items of a kind that the server counts exactly. */
const MANY = 1_000
