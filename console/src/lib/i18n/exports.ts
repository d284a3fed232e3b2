import type { Text } from '../text.ts'

/**
 * Returns the name of a list in the form that it has in the middle of a sentence. An acronym at the start of the name
 * keeps its capitals.
 */
const lowerFirst = (name: string): string =>
  /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name

export const exports = {
  export: ['Exportar', 'Export'],
  title: (list: string) => [`Exportar ${lowerFirst(list)}`, `Export ${lowerFirst(list)}`] as const,
  format: ['Formato', 'Format'],
  zone: ['Fuso horário', 'Time zone'],
  filter: ['O que vai no arquivo', 'What the file contains'],
  everything: ['A lista inteira, sem filtros', 'The whole list, without filters'],
  note: [
    'Todas as linhas que atendem aos filtros, nas colunas e na ordem da página. A exportação fica registrada.',
    'Every row that matches the filters, in the columns and order of the page. The audit log records the export.',
  ],
  download: ['Baixar', 'Download'],
  preparing: ['Preparando o arquivo…', 'Preparing the file…'],
  done: ['Arquivo baixado', 'File downloaded'],
  id: ['Identificador', 'ID'],
  when: ['Data', 'Date'],
  from: ['De', 'From'],
  until: ['Até', 'Until'],
  actor: ['Quem', 'Who'],
  merchant: ['Lojista', 'Merchant'],
} as const

/** Descriptions of the export formats. */
export const exportFormat: Record<'csv-excel-br' | 'xlsx' | 'csv', Text> = {
  'csv-excel-br': [
    'CSV para Excel (ponto e vírgula, vírgula decimal)',
    'CSV for Excel in Brazil (semicolon, decimal comma)',
  ],
  xlsx: ['Planilha XLSX', 'XLSX spreadsheet'],
  csv: ['CSV simples (vírgula, ponto decimal, ISO 8601)', 'Plain CSV (comma, decimal point, ISO 8601)'],
}
