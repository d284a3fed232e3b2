import { formatWhen } from '../when.ts'
import { isPreset, rangeDays, type Preset, type Range } from '../range.ts'
import type { Text } from './text.ts'

/** Names of the moving periods. */
export const presetName: Record<Preset, Text> = {
  today: ['Hoje', 'Today'],
  yesterday: ['Ontem', 'Yesterday'],
  '7d': ['Últimos 7 dias', 'Last 7 days'],
  '30d': ['Últimos 30 dias', 'Last 30 days'],
  '90d': ['Últimos 90 dias', 'Last 90 days'],
}

const day = (text: string, language: 'pt-BR' | 'en') =>
  formatWhen(`${text}T12:00:00Z`, { language, zone: 'UTC', precision: 'day' })

/** A period in words. */
export function rangeName(range: Range): Text {
  if (isPreset(range)) return presetName[range]
  const days = rangeDays(range)
  if (!days) return [range, range]
  const { first, last } = days
  if (first === last) return [day(first, 'pt-BR'), day(first, 'en')]
  return [`${day(first, 'pt-BR')} a ${day(last, 'pt-BR')}`, `${day(first, 'en')} to ${day(last, 'en')}`]
}

/** Around filters. */
export const filters = {
  label: ['Filtros', 'Filters'],
  period: ['Período', 'Period'],
  copyLink: ['Copiar o link, com os dias fixos', 'Copy the link, with its days fixed'],
  quickPeriods: ['Períodos rápidos', 'Quick periods'],
  days: ['Dias', 'Days'],
  zoneNote: (zone: string) => [`Dias no fuso ${zone}`, `Days in the ${zone} time zone`] as const,
  previousMonth: ['Mês anterior', 'Previous month'],
  nextMonth: ['Próximo mês', 'Next month'],
  previous: ['Anterior', 'Previous'],
  next: ['Próximo', 'Next'],
  from: ['De', 'From'],
  to: ['Até', 'To'],
  amount: ['Valor', 'Amount'],
  amountAmbiguous: ['Use vírgula para os centavos: 1234,00', 'Use a dot for cents: 1234.00'],
  amountInvalid: ['Digite um valor como 1.234,56', 'Type an amount like 1,234.56'],
  amountOrder: ['O mínimo é maior que o máximo', 'The minimum is above the maximum'],
  amountZero: ['O valor deve ser maior que zero', 'The amount must be above zero'],
  amountTooMuch: ['O valor passa do máximo permitido', 'The amount is above what is allowed'],
  atLeast: (amount: string) => [`a partir de ${amount}`, `${amount} or more`] as const,
  atMost: (amount: string) => [`até ${amount}`, `up to ${amount}`] as const,
  minimum: ['Mínimo', 'Minimum'],
  maximum: ['Máximo', 'Maximum'],
} as const
