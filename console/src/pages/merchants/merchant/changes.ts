/**
 * Returns the wanted values that differ from the initial values of the form. The form sends only the changed
 * values. Otherwise a form that is open for long would overwrite changes that another person makes meanwhile.
 */
export function changesOf<Values extends object>(initial: Values, wanted: Values): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const name in wanted) if (wanted[name] !== initial[name]) changes[name] = wanted[name]
  return changes
}
