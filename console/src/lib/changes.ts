/**
 * What a person changed: the values that differ from those the form began with. Only they are sent, so that a form
 * which stood open takes nothing back of what somebody else changed meanwhile.
 */
export function changesOf<Values extends object>(initial: Values, wanted: Values): Partial<Values> {
  const changes: Partial<Values> = {}
  for (const name in wanted) if (wanted[name] !== initial[name]) changes[name] = wanted[name]
  return changes
}
