import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CaseFieldsFragment } from '../../api/generated/graphql.ts'
import { useCan } from '../../api/me.ts'
import { blockedCases as texts, blockedUntil, evidenceTimes } from '../../lib/i18n/finance/cases.ts'
import { caseKind } from '../../lib/i18n/status.ts'
import { heldOf } from '../../lib/values/held.ts'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { When } from '../../ui/values/When.tsx'
import { blockedCasesQuery, SHOWN_MAX } from './blocked-cases.query.ts'
import classes from './BlockedCases.module.css'

const POLL_MS = 15_000

/**
 * The open cases that block money of a merchant, with the reason, the amount, and the event or the day that ends the
 * blocking.
 */
export function BlockedCases({ merchantId }: { merchantId: string }) {
  const t = useText()
  const mayRead = useCan('case.read')
  const { data } = useQuery({
    ...blockedCasesQuery(merchantId),
    enabled: mayRead,
    refetchInterval: POLL_MS,
  })
  const rows = data?.cases.nodes ?? []
  if (rows.length === 0) return null
  return (
    <Section
      title={t(texts.title)}
      aside={
        rows.length > SHOWN_MAX && (
          <Link to="/cases" search={{ merchant: merchantId }}>
            {t(texts.all)}
          </Link>
        )
      }
    >
      <MutedText>{t(texts.note)}</MutedText>
      <ul className={classes.cases}>
        {rows.slice(0, SHOWN_MAX).map((row) => (
          <li key={row.id}>
            <span>
              <Link to="/cases/$caseId" params={{ caseId: row.id }} search={{ of: merchantId }}>
                {t(caseKind[row.kind])} {row.orderReference}
              </Link>{' '}
              <Until row={row} />
            </span>
            <span className={classes.amount}>
              <strong>
                <Money cents={heldOf(row)} />
              </strong>{' '}
              <span className="soft">{t(row.kind === 'held_payment' ? texts.held : texts.blocked)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Until({ row: { kind, exception, dispute } }: { row: CaseFieldsFragment }) {
  const t = useText()
  return (
    <span className="soft">
      {t(exception === null ? blockedUntil[kind] : texts.untilPerson)}
      {dispute?.status === 'open' && (
        <>
          . {t(evidenceTimes.deadline)}: <When at={dispute.answerUntil} />
        </>
      )}
    </span>
  )
}
