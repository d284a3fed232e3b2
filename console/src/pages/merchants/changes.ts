/**
 * Returns the values that differ from the values with which the form opened. The form sends only these.
 * Otherwise a form left open would overwrite changes that another person made meanwhile.
 */
export function changesOf<Values extends object>(initial: Values, wanted: Values): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const name in wanted) if (wanted[name] !== initial[name]) changes[name] = wanted[name]
  return changes
}
