import { charge as texts } from '../lib/i18n/charges.ts'
import { entryName } from '../lib/i18n/status.ts'
import { Badge } from './Badge.tsx'
import { useText } from './preferences.tsx'

/** What moved a balance, in words: by its type. */
export function EntryName({
  line,
}: {
  line: { eventType: string; description: string; isReversal: boolean }
}) {
  const t = useText()
  const name = entryName[line.eventType]
  return (
    <span title={line.eventType}>
      {name ? t(name) : line.description}{' '}
      {line.isReversal && <Badge tone="warning">{t(texts.reversal)}</Badge>}
    </span>
  )
}
