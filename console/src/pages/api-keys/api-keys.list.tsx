import { Tooltip } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { ApiKeyFieldsFragment } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { scopeText } from '../../lib/i18n/scopes.ts'
import { apiKeys as texts, exported } from './texts.ts'
import { actorName, auditActor } from '../../lib/i18n/people/audit.ts'
import { keyStatusName } from '../../lib/i18n/status.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { keyStatus } from '../../lib/values/status.ts'
import { KeyStatusBadge } from '../../shared/StatusBadge.tsx'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './ApiKeysPage.module.css'
import { apiKeysQuery } from './queries.ts'

type Key = ApiKeyFieldsFragment

type Revoke = (key: Key) => void

/** The list of a merchant's API keys. `revoke` opens the dialog that revokes a key. */
export const apiKeysList = (revoke: Revoke) =>
  defineList({
    name: 'api-keys',
    title: texts.title,
    ...apiKeysQuery,
    filters: MERCHANT_FILTER,
    columns: [
      {
        header: texts.name,
        cell: (key) => <NameCell row={key} />,
        card: 'title',
        exports: ['name', { id: 'prefix', header: exported.prefix }],
      },
      {
        header: texts.status,
        cell: (key) => <KeyStatusBadge status={keyStatus(key, nowMs())} />,
        card: 'aside',
        exports: [{ id: 'status', words: keyStatusName }],
      },
      { header: texts.scopes, cell: (key) => <ScopesCell row={key} />, card: 'note', exports: ['scopes'] },
      {
        header: texts.lastUsed,
        cell: (key) => <UsedCell row={key} />,
        card: { slot: 'note', label: true },
        exports: ['last_used_at'],
      },
      {
        header: texts.expiresAt,
        cell: (key) => <ExpiryCell row={key} />,
        card: { slot: 'note', label: true },
        exports: ['expires_at'],
      },
      {
        header: texts.created,
        cell: (key) => <CreatedCell row={key} />,
        card: {
          slot: 'note',
          label: true,
          cell: (key, t) => (
            <>
              <When at={key.createdAt} precision="day" /> {t(texts.by(t(actorName(key.createdBy))))}
            </>
          ),
        },
        exports: ['created_at', { id: 'created_by', header: exported.createdBy, words: auditActor }],
      },
      {
        header: texts.actions,
        headerHidden: true,
        align: 'end',
        cell: (key) => <RevokeButton row={key} onRevoke={revoke} />,
        card: 'noteAside',
      },
      ID_COLUMN,
    ],
    empty: { icon: IconKey, title: texts.emptyTitle, body: texts.emptyBody },
  })

function NameCell({ row }: { row: Key }) {
  return (
    <span className={classes.stack}>
      <span className={classes.name}>{row.name}</span>
      <span className={classes.prefix}>{row.prefix}…</span>
    </span>
  )
}

/** The actions that the key permits, in words. Hovering or focusing the words shows the codes of the scopes. */
function ScopesCell({ row }: { row: Key }) {
  const t = useText()
  const codes = t(texts.scopeCodes(row.scopes.join(', ')))
  return (
    <Tooltip multiline label={codes} maw={320} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.scopes} role="note" tabIndex={0} aria-description={codes}>
        {row.scopes.map((scope) => (
          <span key={scope} className={classes.scope}>
            {t(scopeText(scope))}
          </span>
        ))}
      </span>
    </Tooltip>
  )
}

function UsedCell({ row }: { row: Key }) {
  const t = useText()
  return row.lastUsedAt === null ? (
    <span className="faint">{t(texts.neverUsed)}</span>
  ) : (
    <When at={row.lastUsedAt} relative />
  )
}

function ExpiryCell({ row }: { row: Key }) {
  const t = useText()
  return row.expiresAt === null ? (
    <span className={classes.never}>{t(texts.never)}</span>
  ) : (
    <When at={row.expiresAt} precision="day" />
  )
}

function CreatedCell({ row }: { row: Key }) {
  const t = useText()
  return (
    <span className={classes.stack}>
      <When at={row.createdAt} precision="day" />
      <span className={classes.by}>{t(texts.by(t(actorName(row.createdBy))))}</span>
    </span>
  )
}

function RevokeButton({ row, onRevoke }: { row: Key; onRevoke: Revoke }) {
  const t = useText()
  const revokeRefusal = useRefusal('api_key.revoke')
  if (row.revokedAt !== null) return null
  return (
    <ActionButton
      size="compact-sm"
      name={t(texts.revokeOf(row.name))}
      disabledReason={revokeRefusal}
      opensDialog
      onClick={() => onRevoke(row)}
    >
      {t(texts.revoke)}
    </ActionButton>
  )
}
