const PREFIX = 'cli '

/** Returns the value of the client in an audit entry of the command line. `operator` names who ran the command. */
export const clientOfOperator = (operator: string): string => `${PREFIX}${operator}`

/** Returns who ran the command of an audit entry; undefined if the entry does not say so. */
export function operatorOf({
  actor,
  userAgent,
}: {
  actor: string
  userAgent: string | null
}): string | undefined {
  return actor === 'cli' && userAgent?.startsWith(PREFIX) ? userAgent.slice(PREFIX.length) : undefined
}
