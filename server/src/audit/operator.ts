const PREFIX = 'cli '

/**
 * Returns the text that the audit entry of a command stores as its user agent. `operator` is the name of the person who
 * ran the command.
 */
export const clientOfOperator = (operator: string): string => `${PREFIX}${operator}`

/**
 * Returns the name of the person who ran the command of an audit entry; undefined if the entry does not contain a name.
 */
export function operatorOf({
  actor,
  userAgent,
}: {
  actor: string
  userAgent: string | null
}): string | undefined {
  return actor === 'cli' && userAgent?.startsWith(PREFIX) ? userAgent.slice(PREFIX.length) : undefined
}
