import { formatWhen } from '../../time/when.ts'
import type { Day, Hour } from '../../time/day.ts'
import { isPreset, rangeDays, rangeHours, type Preset, type Range } from '../../time/range.ts'
import type { Text } from '../../text.ts'

export const presetName: Record<Preset, Text> = {
  '24h': ['Últimas 24 horas', 'Last 24 hours'],
  today: ['Hoje', 'Today'],
  yesterday: ['Ontem', 'Yesterday'],
  '7d': ['Últimos 7 dias', 'Last 7 days'],
  '30d': ['Últimos 30 dias', 'Last 30 days'],
  '90d': ['Últimos 90 dias', 'Last 90 days'],
  month: ['Este mês', 'This month'],
  'last-month': ['Mês passado', 'Last month'],
}

const day = (text: string, language: 'pt-BR' | 'en') =>
  formatWhen(`${text}T12:00:00Z`, { language, zone: 'UTC', precision: 'day' })

const between = ([ptBr, en]: Text, [lastPtBr, lastEn]: Text): Text => [
  `${ptBr} a ${lastPtBr}`,
  `${en} to ${lastEn}`,
]

const dayName = (text: Day): Text => [day(text, 'pt-BR'), day(text, 'en')]

export function rangeName(range: Range): Text {
  if (isPreset(range)) return presetName[range]
  const days = rangeDays(range)
  if (days)
    return days.first === days.last ? dayName(days.first) : between(dayName(days.first), dayName(days.last))
  const hours = rangeHours(range)
  return hours ? hoursName(hours) : [range, range]
}

/**
 * Returns the text of a period of whole hours. The text ends with the last minute of the last hour: `20/11/2026 22:00 a
 * 23:59`.
 */
function hoursName({ first, last }: { first: Hour; last: Hour }): Text {
  const [firstDay, firstHour] = partsOf(first)
  const [lastDay, lastHour] = partsOf(last)
  const [ptBr, en] = dayName(firstDay)
  const ends: Text = firstDay === lastDay ? ['', ''] : dayName(lastDay)
  const end = (name: string, comma: string) =>
    name === '' ? `${lastHour}:59` : `${name}${comma} ${lastHour}:59`
  return between([`${ptBr} ${firstHour}:00`, `${en}, ${firstHour}:00`], [end(ends[0], ''), end(ends[1], ',')])
}

const partsOf = (hour: Hour) => [hour.slice(0, 10), hour.slice(11)] as const

export const filters = {
  label: ['Filtros', 'Filters'],
  period: ['Período', 'Period'],
  copyLink: ['Copiar o link, com os dias fixos', 'Copy the link, with its days fixed'],
  quickPeriods: ['Períodos rápidos', 'Quick periods'],
  zoneNote: (zone: string) => [`Dias no fuso ${zone}`, `Days in the ${zone} time zone`] as const,
  previousMonth: ['Mês anterior', 'Previous month'],
  nextMonth: ['Próximo mês', 'Next month'],
  previous: ['Anterior', 'Previous'],
  next: ['Próximo', 'Next'],
  amount: ['Valor', 'Amount'],
  amountAmbiguous: ['Use vírgula para os centavos: 1234,00', 'Use a dot for cents: 1234.00'],
  amountInvalid: ['Digite um valor como 1.234,56', 'Type an amount like 1,234.56'],
  amountOrder: ['O mínimo é maior que o máximo', 'The minimum is above the maximum'],
  amountZero: ['O valor deve ser maior que zero', 'The amount must be above zero'],
  amountTooMuch: (most: string) => [`O máximo é ${most}`, `The maximum is ${most}`] as const,
  atLeast: (amount: string) => [`a partir de ${amount}`, `${amount} or more`] as const,
  atMost: (amount: string) => [`até ${amount}`, `up to ${amount}`] as const,
  minimum: ['Mínimo', 'Minimum'],
  maximum: ['Máximo', 'Maximum'],
} as const
