import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { JournalLines } from '../../../shared/JournalLines.tsx'
import { useText } from '../../../ui/preferences.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import { charge as texts } from './charge-texts.ts'

/**
 * A button that shows the journal lines of the charge. The lines are hidden at first, because the timeline usually says
 * enough.
 */
export function RawEntries({ charge: { journalLines } }: { charge: ChargeDetail }) {
  const t = useText()
  const [isShown, shown] = useDisclosure(false)
  return (
    <>
      <div>
        <Button variant="default" size="xs" aria-expanded={isShown} onClick={shown.toggle}>
          {t(isShown ? texts.hideJournal : texts.showJournal)}
        </Button>
      </div>
      {isShown && (
        <JournalLines
          lines={journalLines}
          title={texts.journal}
          empty={texts.journalEmpty}
          date="economicAt"
        />
      )}
    </>
  )
}
