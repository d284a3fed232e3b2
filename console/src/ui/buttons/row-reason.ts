import type { RowEntry } from './ButtonRow.tsx'

/**
 * Returns where a row shows the reason of one of its disabled buttons. `id` is the id of the element with the reason,
 * which the first button with this reason shows. `names` is the text before the reason: it names the buttons unless the
 * reason applies to all buttons of the row.
 */
export function rowReason(
  entries: readonly RowEntry[],
  reason: string,
): { id: string | undefined; names: string } {
  const same = entries.filter((entry) => entry.reason === reason)
  return {
    id: same[0]?.id,
    names: same.length === entries.length ? '' : `${same.map(({ label }) => label).join(', ')}: `,
  }
}
