import { Callout } from '../../ui/Callout.tsx'
import { useText } from '../../ui/preferences.tsx'
import { shell } from './texts.ts'

/** Names the cells whose merchants the page lacks. */
export function MissingCells({ cells }: { cells: readonly string[] }) {
  const t = useText()
  return (
    <Callout tone="warning" title={t(shell.missingCells(cells))}>
      {t(shell.missingMerchants)}
    </Callout>
  )
}
