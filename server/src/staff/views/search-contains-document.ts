import { holdsDocument } from '../../kernel/values/holds-document.ts'

/** Amounts in centavos: as long as a document, and none. */
const AMOUNTS = new Set(['min', 'max'])

/** Whether a page's search string asks for somebody's CPF or CNPJ, however it is written there. */
export function searchContainsDocument(search: string): boolean {
  const members = [...new URLSearchParams(search)]
  return members.some(([name, value]) => holdsDocument(name) || (!AMOUNTS.has(name) && holdsDocument(value)))
}
