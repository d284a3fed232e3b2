import { counted } from '../../lib/text.ts'

/** Texts of the notice that other merchants than the chosen one need attention. */
export const otherMerchants = {
  needAttention: (count: number) =>
    counted(
      count,
      ['# outro lojista precisa de atenção', '# outros lojistas precisam de atenção'],
      ['# other merchant needs attention', '# other merchants need attention'],
    ),
  haveExceptions: (count: number) =>
    counted(
      count,
      ['# outro lojista tem divergências', '# outros lojistas têm divergências'],
      ['# other merchant has exceptions', '# other merchants have exceptions'],
    ),
  haveFailingEndpoints: (count: number) =>
    counted(
      count,
      ['# outro lojista tem endpoints com problema', '# outros lojistas têm endpoints com problema'],
      ['# other merchant has endpoints with problems', '# other merchants have endpoints with problems'],
    ),
  more: (count: number) => [`e mais ${count}`, `and ${count} more`] as const,
  see: ['Ver todos os lojistas', 'View all merchants'],
} as const
