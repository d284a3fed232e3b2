/** `***.456.789-**` or `**.345.678/****-**`: enough of a CPF or CNPJ to recognise it, not enough to use it. */
export function maskDocument(document: string): string {
  if (document.length === 11) return `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
  return `**.${document.slice(2, 5)}.${document.slice(5, 8)}/****-**`
}
