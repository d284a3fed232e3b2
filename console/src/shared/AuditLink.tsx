import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { auditLink } from '../lib/i18n/people/audit.ts'
import { ALL_MERCHANTS, useMerchantChoice } from '../api/merchants.ts'
import { useCan } from '../api/me.ts'
import type { AuditSearch } from '../lib/search/audit-search.ts'
import { useText } from '../ui/preferences.tsx'
import type { Text } from '../lib/text.ts'
import classes from './AuditLink.module.css'

/**
 * Link to the audit entries that match `search`. If the person has chosen one merchant, the link chooses
 * `merchantId`, or all merchants if `merchantId` is null. If the person has chosen all merchants, the link keeps this
 * choice. Renders nothing for people without permission to read the audit log.
 */
export function AuditLink(props: { search: AuditSearch; merchantId: string | null; children?: Text }) {
  const t = useText()
  const isOfAll = useMerchantChoice() === null
  if (!useCan('audit.read')) return null
  return (
    <Link
      to="/audit"
      search={{ ...props.search, merchant: isOfAll ? ALL_MERCHANTS : (props.merchantId ?? ALL_MERCHANTS) }}
      className={classes.link}
    >
      <IconHistory size={14} aria-hidden /> {t(props.children ?? auditLink.linesOf)}
    </Link>
  )
}
