import { expect, test } from 'vitest'
import { differenceSentence, type Compared } from './difference-sentence.ts'

const sentence = (kind: Compared['kind'], recordedCents: string, networkCents: string) =>
  differenceSentence({ kind, recordedCents, networkCents }, 'pt-BR')?.[0].replaceAll('\u00a0', ' ')

test.each([
  ['amount_differs', '5000', '4999', 'R$ 0,01 nos registros e não na rede'],
  ['amount_differs', '4999', '5000', 'R$ 0,01 na rede e não nos registros'],
  ['missing_at_network', '5000', '0', 'R$ 50,00 nos registros e não na rede'],
  ['payment_not_recorded', '0', '5000', 'R$ 50,00 na rede e não nos registros'],
  ['return_not_recorded', '0', '-1000', 'Devolução de R$ 10,00 na rede e não nos registros'],
  ['return_differs', '-1000', '0', 'Devolução de R$ 10,00 nos registros e não na rede'],
] as const)(
  'the exception %s with %s recorded and %s at the network is "%s"',
  (kind, recorded, network, text) => {
    expect(sentence(kind, recorded, network)).toBe(text)
  },
)

test('differenceSentence returns no sentence for equal amounts', () => {
  expect(sentence('return_differs', '-1000', '-1000')).toBeUndefined()
})
