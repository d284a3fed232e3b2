/**
 * Returns the wanted values that differ from the initial values of the form. Values that the person did not change are
 * not sent, so that the form does not overwrite what another person changed meanwhile.
 */
export function changesOf<Values extends object>(initial: Values, wanted: Values): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const name in wanted) if (wanted[name] !== initial[name]) changes[name] = wanted[name]
  return changes
}
