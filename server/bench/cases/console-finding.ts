import { payerOf } from '../payers.ts'
import type { Operation } from './console-operation.ts'

const search = (name: string, texts: string[]): Operation => ({
  name: `search: ${name}`,
  document: 'Search',
  variables: texts.map((text) => ({ text })),
})

/** The search of the palette, among everything of all merchants. */
export function finding(charges: readonly { id: string; orderReference: string }[]): Operation[] {
  return [
    search(
      'id',
      charges.map(({ id }) => id),
    ),
    search(
      'reference',
      charges.map(({ orderReference }) => orderReference),
    ),
    search('document', [payerOf(31).document, payerOf(62).document]),
    search('amount', ['R$ 123,45', '200,00']),
    search('name', ['Ana Souza', 'conceição', 'Loja 7', 'silva']),
  ]
}
