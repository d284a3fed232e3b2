import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { auditLink } from '../lib/i18n/people/audit.ts'
import { useCan } from '../api/me.ts'
import type { AuditSearch } from '../lib/search/audit-search.ts'
import { useText } from '../ui/preferences.tsx'
import type { Text } from '../lib/text.ts'
import classes from './AuditLink.module.css'

/** Link to the audit log of a record. Hidden from people without permission to read the audit log. */
export function AuditLink(props: { search: AuditSearch; children?: Text }) {
  const t = useText()
  if (!useCan('audit.read')) return null
  return (
    <Link to="/audit" search={props.search} className={classes.link}>
      <IconHistory size={14} aria-hidden /> {t(props.children ?? auditLink.linesOf)}
    </Link>
  )
}
