import { counted, COUNTED_MAX, type Text } from '../../lib/text.ts'

const endpointsText = (count: number): Text =>
  count > COUNTED_MAX
    ? ['Mais de 1.000 endpoints com problema', 'More than 1,000 endpoints']
    : counted(count, ['# endpoint com problema', '# endpoints com problema'], ['# endpoint', '# endpoints'])

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
  haveFailingEndpoints: (count: number, endpoints: number): Text => {
    const [ptBr, en] = endpointsText(endpoints)
    const enVerb = endpoints === 1 ? 'has' : 'have'
    return counted(
      count,
      [`${ptBr} de # outro lojista`, `${ptBr} de # outros lojistas`],
      [`${en} at # other merchant ${enVerb} problems`, `${en} at # other merchants ${enVerb} problems`],
    )
  },
  more: (count: number) => [`e mais ${count}`, `and ${count} more`] as const,
  see: ['Ver todos os lojistas', 'View all merchants'],
} as const
