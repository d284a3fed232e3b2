import type { Text } from '../../lib/text.ts'

export const totals = {
  ofOpen: ['Divergências em aberto', 'Open exceptions'],
  ofClosed: ['Divergências encerradas', 'Closed exceptions'],
  moreThan: ['Mais de 1.000', 'More than 1,000'],
  recorded: ['Nos registros', 'In the records'],
  network: ['Na rede', 'At the network'],
  difference: ['Diferença: rede menos registros', 'Difference: network minus records'],
  bothWays: (networkOnly: string, recordsOnly: string) =>
    [
      `${networkOnly} na rede e não nos registros; ${recordsOnly} nos registros e não na rede.`,
      `${networkOnly} at the network and not in the records; ${recordsOnly} in the records and not at the network.`,
    ] as const,
} as const

/** Sentences about one difference. */
export const differenceOf = {
  networkOnly: (amount: string): Text => [
    `${amount} na rede e não nos registros`,
    `${amount} at the network and not in the records`,
  ],
  recordsOnly: (amount: string): Text => [
    `${amount} nos registros e não na rede`,
    `${amount} in the records and not at the network`,
  ],
  returnNetworkOnly: (amount: string): Text => [
    `Devolução de ${amount} na rede e não nos registros`,
    `Refund of ${amount} at the network and not in the records`,
  ],
  returnRecordsOnly: (amount: string): Text => [
    `Devolução de ${amount} nos registros e não na rede`,
    `Refund of ${amount} in the records and not at the network`,
  ],
} as const
