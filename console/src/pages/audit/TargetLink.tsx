import { Link } from '@tanstack/react-router'
import { auditTarget } from './texts.ts'
import type { AuditFieldsFragment } from '../../api/generated/graphql.ts'
import { named } from '../../lib/i18n/people/audit.ts'
import type { Language, Text } from '../../lib/text.ts'
import type { Zone } from '../../lib/time/day.ts'
import { formatWhen } from '../../lib/time/when.ts'
import { formatCents } from '../../lib/values/money.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'

/** If a record has no name, the page shows this many characters of its id. */
const ID_START = 8
const UUID_CHARS = 36

/** Returns the first characters of a UUID. Returns any other id unchanged, because such an id is a readable name. */
const startOf = (id: string): string => (id.length === UUID_CHARS ? id.slice(0, ID_START) : id)

/**
 * Returns the name of the target of an audit entry. If the target has no name now, describes a payout by its amount,
 * merchant and date. For another target without a name, returns the name that the changes of the entry contain,
 * otherwise its kind and the start of its id. Leaves out the kind if `before`, the text before the name, ends with it.
 */
export function targetName(entry: AuditFieldsFragment, zone: Zone, before: Text = ['', '']): Text {
  const { target, targetType, targetId, changes } = entry
  if (target) return [target.name, target.name]
  const recorded = (field: string) => changes.find((change) => change.field === field)?.after
  const cents = recorded('amount_cents')
  if (targetType === 'payout' && cents != null && entry.merchant)
    return payoutName(cents, entry.merchant.name, (language) =>
      formatWhen(entry.occurredAt, { language, zone, precision: 'day' }),
    )
  const name = recorded('name')
  if (name != null) return [name, name]
  const kind = named(auditTarget, targetType)
  if (targetId === null) return kind
  const id = startOf(targetId)
  const nameIn = (n: 0 | 1) =>
    before[n].toLowerCase().endsWith(kind[n].toLowerCase()) ? id : `${kind[n]} ${id}`
  return [nameIn(0), nameIn(1)]
}

const payoutName = (cents: string, merchant: string, day: (language: Language) => string): Text => [
  `de ${formatCents(cents, 'pt-BR')} a ${merchant}, ${day('pt-BR')}`,
  `of ${formatCents(cents, 'en')} to ${merchant}, ${day('en')}`,
]

/**
 * The name of the target of an audit entry. The name is a link if the target has a page in the console. `before` is the
 * text before the link in its sentence. Outside a sentence, the description of a payout without a name begins with the
 * word for a payout.
 */
export function TargetLink({ entry, before }: { entry: AuditFieldsFragment; before?: Text }) {
  const t = useText()
  const { zone } = usePreferences()
  const { targetType, targetId, target, merchant } = entry
  const shortName = t(targetName(entry, zone, before))
  const name =
    before === undefined && targetType === 'payout' && !target
      ? `${t(named(auditTarget, targetType))} ${shortName}`
      : shortName
  const search = merchant ? { of: merchant.id } : {}
  const listSearch = merchant ? { merchant: merchant.id } : {}
  if (targetId === null) return name
  if (target?.chargeId != null && targetType !== 'case')
    return (
      <Link to="/charges/$chargeId" params={{ chargeId: target.chargeId }}>
        {name}
      </Link>
    )
  switch (targetType) {
    case 'case':
      return (
        <Link to="/cases/$caseId" params={{ caseId: targetId }} search={search}>
          {name}
        </Link>
      )
    case 'merchant':
      return (
        <Link to="/merchants/$merchantId" params={{ merchantId: targetId }}>
          {name}
        </Link>
      )
    case 'staff':
      return (
        <Link to="/users/$staffId" params={{ staffId: targetId }}>
          {name}
        </Link>
      )
    case 'payout':
      return (
        <Link to="/payouts/$payoutId" params={{ payoutId: targetId }} search={search}>
          {name}
        </Link>
      )
    case 'journal_entry':
      return (
        <Link to="/statement" search={{ ...listSearch, entry: targetId }}>
          {name}
        </Link>
      )
    case 'api_key':
      return (
        <Link to="/api-keys" search={listSearch}>
          {name}
        </Link>
      )
    default:
      return <span className="mono">{name}</span>
  }
}
