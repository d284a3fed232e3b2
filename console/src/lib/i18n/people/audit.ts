import type { Text } from '../../text.ts'

/** Names of the audit actors that are not people. */
export const auditActor = {
  anonymous: ['Pessoa não identificada', 'Unidentified person'],
  cli: ['Linha de comando', 'Command line'],
  job: ['Rotina automática', 'Scheduled job'],
} as const satisfies Readonly<Record<string, Text>>

const KEY = /^api-key:(.+)$/
const OPERATOR = /^cli:(.+)$/

/**
 * Returns the text for an actor. This is a person's name, an API key with its name or id, the command line with its
 * operator, or a translation of any other actor.
 */
export function actorName(actor: string): Text {
  const [, key] = KEY.exec(actor) ?? []
  if (key !== undefined) return [`Chave de API ${key}`, `API key ${key}`]
  const [, operator] = OPERATOR.exec(actor) ?? []
  if (operator !== undefined)
    return [withNote(operator, auditActor.cli[0]), withNote(operator, auditActor.cli[1])]
  return actor.startsWith('job:') ? auditActor.job : named(auditActor, actor)
}

/** Adds a note to a name: `Ana (note)`, or `Ana (root@pix-1, note)` if the name already ends with a note. */
const withNote = (name: string, note: string): string => {
  const lower = note.toLowerCase()
  return name.endsWith(')') ? `${name.slice(0, -1)}, ${lower})` : `${name} (${lower})`
}

/** Returns the name of a code, or the code itself if it has no name. */
export const named = (names: Readonly<Record<string, Text>>, code: string): Text =>
  names[code] ?? [code, code]

export const auditLink = {
  linesOf: ['Ver na auditoria', 'View in the audit log'],
} as const
