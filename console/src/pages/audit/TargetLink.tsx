import { Link } from '@tanstack/react-router'
import { auditTarget } from './texts.ts'
import type { AuditFieldsFragment } from '../../api/generated/graphql.ts'
import { named } from '../../lib/i18n/people/audit.ts'
import type { Text } from '../../lib/text.ts'
import { useText } from '../../ui/preferences.tsx'

/** If a record has no name, the page shows this many characters of its id. */
const ID_START = 8
const UUID_CHARS = 36

/** Returns the first characters of a UUID. Returns any other id unchanged, because such an id is a readable name. */
const startOf = (id: string): string => (id.length === UUID_CHARS ? id.slice(0, ID_START) : id)

/** Returns the name of the target; for a record without a name, its kind and the start of its id. */
export function targetName({ target, targetType, targetId }: AuditFieldsFragment): Text {
  if (target) return [target.name, target.name]
  const [ptBr, en] = named(auditTarget, targetType)
  const id = targetId === null ? '' : ` ${startOf(targetId)}`
  return [`${ptBr}${id}`, `${en}${id}`]
}

/** The name of the target of an audit entry. The name is a link if the target has a page in the console. */
export function TargetLink({ entry }: { entry: AuditFieldsFragment }) {
  const t = useText()
  const { targetType, targetId, target, merchant } = entry
  const name = t(targetName(entry))
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
