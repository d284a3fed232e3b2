import { containsDocument } from '../../kernel/values/contains-document.ts'

/** Amounts in centavos: as long as a document, and none. */
const AMOUNTS = new Set(['min', 'max'])

/** Whether a page's search string asks for somebody's CPF or CNPJ, however it is written there. */
export function searchContainsDocument(search: string): boolean {
  const members = [...new URLSearchParams(search)]
  return members.some(
    ([name, value]) => containsDocument(name) || (!AMOUNTS.has(name) && containsDocument(value)),
  )
}
