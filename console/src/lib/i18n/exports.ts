import type { Text } from '../text.ts'

/** Lists as files. */
export const exports = {
  export: ['Exportar', 'Export'],
  title: (list: string) => [`Exportar ${list}`, `Export ${list}`] as const,
  format: ['Formato', 'Format'],
  zone: ['Fuso horário', 'Time zone'],
  filter: ['O que vai no arquivo', 'What goes into the file'],
  everything: ['A lista inteira, sem filtros', 'The whole list, without filters'],
  note: [
    'Todas as linhas que atendem aos filtros, nas colunas e na ordem da página. A exportação fica registrada.',
    'Every row that meets the filters, in the columns and the order of the page. The export goes on the record.',
  ],
  download: ['Baixar', 'Download'],
  preparing: ['Preparando o arquivo…', 'Preparing the file…'],
  done: ['Arquivo baixado', 'File downloaded'],
  shortcut: ['Exportar a lista', 'Export the list'],
  id: ['Identificador', 'Id'],
  payments: ['Pagamentos', 'Payments'],
  line: ['Linha', 'Line'],
  when: ['Data', 'Date'],
  prefix: ['Início da chave', 'Beginning of the key'],
  createdBy: ['Criada por', 'Created by'],
  feePercent: ['Tarifa (%)', 'Fee (%)'],
  feeFixed: ['Tarifa fixa', 'Fixed fee'],
  lagSeconds: ['Atraso (s)', 'Lag (s)'],
  replayed: ['Reenviadas', 'Replayed'],
  matched: ['Encontradas', 'Found'],
  replaysFailed: ['Com falha', 'Failed'],
  withOff: ['Também os excluídos', 'Removed ones, too'],
  search: ['Busca', 'Search'],
  from: ['De', 'From'],
  paidFrom: ['Pago de', 'Paid from'],
  paidUntil: ['Pago antes de', 'Paid before'],
  until: ['Até antes de', 'Until before'],
  atLeast: ['Valor mínimo', 'Smallest amount'],
  atMost: ['Valor máximo', 'Largest amount'],
  endpoint: ['Endpoint', 'Endpoint'],
  actor: ['Quem', 'Who'],
  role: ['Perfil', 'Role'],
  action: ['Ato', 'Act'],
  targetType: ['Tipo do alvo', 'Kind of target'],
  target: ['Alvo', 'Target'],
  address: ['Endereço IP', 'IP address'],
} as const

/** What each format is for. */
export const exportFormat: Record<'csv-excel-br' | 'xlsx' | 'csv', Text> = {
  'csv-excel-br': [
    'CSV para Excel (ponto e vírgula, vírgula decimal)',
    'CSV for Excel in Brazil (semicolon, decimal comma)',
  ],
  xlsx: ['Planilha XLSX', 'XLSX spreadsheet'],
  csv: ['CSV simples (vírgula, ponto decimal, ISO 8601)', 'Plain CSV (comma, decimal point, ISO 8601)'],
}
