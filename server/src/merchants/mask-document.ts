/** Masks a CPF as `***.456.789-**` and a CNPJ as `**.345.678/****-**`. */
export function maskDocument(document: string): string {
  if (document.length === 11) return `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
  return `**.${document.slice(2, 5)}.${document.slice(5, 8)}/****-**`
}
