import type { Text } from '../text.ts'
import type { Zone } from '../time/day.ts'

/** Texts of the settings of a person. */
export const settings = {
  language: ['Idioma', 'Language'],
  scheme: ['Aparência', 'Appearance'],
  schemeLight: ['Clara', 'Light'],
  schemeDark: ['Escura', 'Dark'],
  schemeAuto: ['Do sistema', 'System'],
  zone: ['Fuso horário', 'Time zone'],
  negatives: ['Valores negativos', 'Negative amounts'],
  shortcutsOn: ['Atalhos de uma tecla', 'Single-key shortcuts'],
  on: ['Ligados', 'On'],
  off: ['Desligados', 'Off'],
} as const

export const languageNames = { 'pt-BR': 'Português', en: 'English' } as const

export const zoneName: Record<Zone, Text> = {
  'America/Sao_Paulo': ['São Paulo', 'São Paulo'],
  UTC: ['UTC', 'UTC'],
}

/** Returns the name of a time zone with its offset: `Horário de São Paulo (UTC−03:00)`. */
export function zoneTime(zone: Zone, offset: string): Text {
  if (zone === 'UTC') return ['Horário UTC', 'UTC time']
  const [ptBr, en] = zoneName[zone]
  return [`Horário de ${ptBr} (${offset})`, `${en} time (${offset})`]
}
