import { expect, test } from 'vitest'
import { disabledByText, whyDisabled } from './why-disabled.ts'

test.each([
  ['service', 'automaticamente, pelo serviço'],
  ['Ana Souza', 'por Ana Souza'],
  ['api-key:Loja', 'por Chave de API Loja'],
  ['cli:rui', 'por rui (linha de comando)'],
])('the note of an endpoint disabled by %s says “%s”', (by, text) => {
  expect(disabledByText(by)?.[0]).toBe(text)
})

const reasonOf = (disabledBy: string | null, disabledReason: string) =>
  whyDisabled({ disabledBy, disabledReason })?.[0]

test('the note names the reason of the service, and where a manual change by an unknown actor was made', () => {
  expect(reasonOf('service', 'failing')).toBe('Falhou por 5 dias seguidos.')
  expect(reasonOf(null, 'manual')).toBe('Foi desativado no console ou pela API.')
  expect(reasonOf('Ana Souza', 'manual')).toBeUndefined()
  expect(disabledByText(null)).toBeNull()
})
