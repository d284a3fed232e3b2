import { counted } from '../../lib/text.ts'

/** Texts of the notice that other merchants than the chosen one need attention. */
export const otherMerchants = {
  needAttention: (count: number) =>
    counted(
      count,
      ['# outro lojista precisa de atenção', '# outros lojistas precisam de atenção'],
      ['# other merchant needs attention', '# other merchants need attention'],
    ),
  see: ['Ver todos os lojistas', 'View all merchants'],
} as const
