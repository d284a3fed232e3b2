import type { Text } from '../../lib/text.ts'

export const totals = {
  ofOpen: ['Divergências em aberto', 'Open exceptions'],
  ofClosed: ['Divergências encerradas', 'Closed exceptions'],
  moreThan: ['Mais de 1.000', 'More than 1,000'],
  recorded: ['Nos registros', 'In our records'],
  network: ['Na rede', 'At the network'],
  difference: ['Diferença: rede menos registros', 'Difference: network minus records'],
  bothWays: (networkOnly: string, recordsOnly: string) =>
    [
      `${networkOnly} na rede e não nos registros; ${recordsOnly} nos registros e não na rede.`,
      `${networkOnly} at the network but not in our records; ${recordsOnly} in our records but not at the network.`,
    ] as const,
} as const

/** Sentences about one difference. */
export const differenceOf = {
  networkOnly: (amount: string): Text => [
    `${amount} na rede e não nos registros`,
    `${amount} at the network but not in our records`,
  ],
  recordsOnly: (amount: string): Text => [
    `${amount} nos registros e não na rede`,
    `${amount} in our records but not at the network`,
  ],
  returnNetworkOnly: (amount: string): Text => [
    `Devolução de ${amount} na rede e não nos registros`,
    `Refund of ${amount} at the network but not in our records`,
  ],
  returnRecordsOnly: (amount: string): Text => [
    `Devolução de ${amount} nos registros e não na rede`,
    `Refund of ${amount} in our records but not at the network`,
  ],
} as const
