/** A CPF or CNPJ with its punctuation. */
export function formatDocument(document: string): string {
  if (document.length === 11) return document.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
  return document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
}
