import { Callout } from '../../ui/Callout.tsx'
import { useText } from '../../ui/preferences.tsx'
import { shell } from './texts.ts'

/** Warns that merchants are missing on the page, and names the cells of these merchants, which did not answer. */
export function MissingCells({ cells }: { cells: readonly string[] }) {
  const t = useText()
  return (
    <Callout tone="warning" title={t(shell.missingCells(cells))}>
      {t(shell.missingMerchants)}
    </Callout>
  )
}
