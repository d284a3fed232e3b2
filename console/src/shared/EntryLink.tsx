import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRefusal } from '../api/me.ts'
import { reversals as texts } from '../lib/i18n/finance/entries.ts'
import { entryName } from '../lib/i18n/status.ts'
import type { Text } from '../lib/text.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { useText } from '../ui/preferences.tsx'

/** The fields of a journal line that describe the line's entry. */
export type EntryLine = {
  merchantId: string
  journalId: string
  eventType: string
  description: string
  reversesId: string | null
  reversedById: string | null
}

/**
 * The name of a journal entry, as a link to the entry in the statement. With `here` the name is no link, because the
 * statement already shows the entry. A second link leads to the reversing entry or to the reversed entry, if there is
 * one.
 */
export function EntryLink({ line, here = false }: { line: EntryLine; here?: boolean }) {
  const t = useText()
  const { merchantId, journalId, reversesId, reversedById } = line
  const known = entryName[line.eventType]
  const name = <span title={line.eventType}>{known ? t(known) : line.description}</span>
  return (
    <>
      {here ? (
        name
      ) : (
        <StatementEntryLink merchantId={merchantId} id={journalId}>
          {name}
        </StatementEntryLink>
      )}{' '}
      {reversesId !== null && (
        <ReversalBadge
          merchantId={merchantId}
          id={reversesId}
          name={texts.reversal}
          label={texts.toOriginal}
        />
      )}
      {reversedById !== null && (
        <ReversalBadge
          merchantId={merchantId}
          id={reversedById}
          name={texts.reversed}
          label={texts.toReversal}
        />
      )}
    </>
  )
}

function ReversalBadge(props: { merchantId: string; id: string; name: Text; label: Text }) {
  const t = useText()
  const label = `${t(props.name)}: ${t(props.label)}`
  return (
    <StatementEntryLink merchantId={props.merchantId} id={props.id} label={label}>
      <Badge tone="warning">{t(props.name)}</Badge>
    </StatementEntryLink>
  )
}

/** Link to an entry in the statement. People without permission to read statements see no link. */
function StatementEntryLink(props: { merchantId: string; id: string; label?: string; children: ReactNode }) {
  const readRefusal = useRefusal('statement.read')
  if (readRefusal !== null) return props.children
  return (
    <Link
      to="/statement"
      search={{ entry: props.id, merchant: props.merchantId }}
      aria-label={props.label}
      title={props.label}
    >
      {props.children}
    </Link>
  )
}
