import { counted } from '../../lib/text.ts'

/** The notice about faults of other merchants than the chosen one. */
export const otherMerchants = {
  needAttention: (count: number) =>
    counted(
      count,
      ['# outro lojista precisa de atenção', '# outros lojistas precisam de atenção'],
      ['# other merchant needs attention', '# other merchants need attention'],
    ),
  see: ['Ver todos os lojistas', 'View all merchants'],
} as const
