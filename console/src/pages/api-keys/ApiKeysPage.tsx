import { Tooltip } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiKeysDocument, type ApiKeyFieldsFragment } from '../../api/generated/graphql.ts'
import { useUnpagedList } from '../../api/list.ts'
import { useRefusal } from '../../api/me.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { actorName } from '../../lib/i18n/people/audit-acts.ts'
import { apiKeys as texts } from '../../lib/i18n/people/api-keys.ts'
import { keyStatus } from '../../lib/values/status.ts'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { PrintedMerchantName } from '../../shared/PrintedMerchantName.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { ActionButton } from '../../ui/dialogs/Dialog.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { KeyStatusBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './ApiKeysPage.module.css'
import { CreateKey } from './CreateKey.tsx'
import { RevokeKey } from './RevokeKey.tsx'

type Key = ApiKeyFieldsFragment

const SCOPES_SHOWN = 3

/** The API keys of a merchant, with creation and revocation. */
export function ApiKeysPage() {
  const t = useText()
  const merchantId = useMerchantId()
  const createRefusal = useRefusal('api_key.create')
  const [creating, form] = useDialogFromUrl('create', createRefusal === null)
  const [revoking, setRevoking] = useState<Key | null>(null)
  const list = useUnpagedList(ApiKeysDocument, { merchantId }, (data) => data.apiKeys)
  const create = (
    <ActionButton
      variant="filled"
      icon={IconPlus}
      disabledReason={createRefusal}
      opensDialog
      onClick={form.open}
    >
      {t(texts.create)}
    </ActionButton>
  )
  const exported = <ExportList list="api-keys" title={t(texts.title)} filter={{ merchantId }} />
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={
        <>
          {exported}
          {create}
        </>
      }
    >
      <PrintedMerchantName />
      <List
        title={t(texts.title)}
        list={list}
        columns={columns(t, setRevoking)}
        card={(key) => (
          <RowCard
            title={<NameCell row={key} />}
            aside={<KeyStatusBadge status={keyStatus(key, nowMs())} />}
            note={<CardNote row={key} />}
            noteAside={<RevokeButton row={key} onRevoke={setRevoking} />}
          />
        )}
        empty={{ icon: IconKey, title: texts.emptyTitle, body: texts.emptyBody }}
      />
      <CreateKey opened={creating} onClose={form.close} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </Page>
  )
}

type Revoke = (key: Key) => void

function columns(t: ReturnType<typeof useText>, revoke: Revoke): Column<Key>[] {
  return [
    { id: 'name', header: t(texts.name), cell: (key) => <NameCell row={key} /> },
    {
      id: 'status',
      header: t(texts.status),
      cell: (key) => <KeyStatusBadge status={keyStatus(key, nowMs())} />,
    },
    { id: 'scopes', header: t(texts.scopes), cell: (key) => <ScopesCell row={key} /> },
    { id: 'used', header: t(texts.lastUsed), cell: (key) => <UsedCell row={key} /> },
    { id: 'expires', header: t(texts.expiresAt), cell: (key) => <ExpiryCell row={key} /> },
    { id: 'created', header: t(texts.created), cell: (key) => <CreatedCell row={key} /> },
    {
      id: 'revoke',
      header: t(texts.actions),
      headerHidden: true,
      align: 'end',
      cell: (key) => <RevokeButton row={key} onRevoke={revoke} />,
    },
  ]
}

function NameCell({ row }: { row: Key }) {
  return (
    <span className={classes['stack']}>
      <span className={classes['name']}>{row.name}</span>
      <span className={classes['prefix']}>{row.prefix}…</span>
    </span>
  )
}

function ScopesCell({ row }: { row: Key }) {
  const rest = row.scopes.length > SCOPES_SHOWN + 1 ? row.scopes.length - SCOPES_SHOWN : 0
  return (
    <Tooltip label={row.scopes.join(', ')} maw={320} disabled={rest === 0}>
      <span className={classes['scopes']}>
        {row.scopes.slice(0, row.scopes.length - rest).map((scope) => (
          <span key={scope} className={classes['scope']}>
            {scope}
          </span>
        ))}
        {rest > 0 && (
          <span className={classes['scope']} role="note" tabIndex={0} aria-label={row.scopes.join(', ')}>
            +{rest}
          </span>
        )}
      </span>
    </Tooltip>
  )
}

function CardNote({ row }: { row: Key }) {
  const t = useText()
  return (
    <>
      <ScopesCell row={row} />
      <div>
        {t(texts.lastUsed)}: <UsedCell row={row} />
      </div>
      <div>
        {t(texts.expiresAt)}: <ExpiryCell row={row} />
      </div>
    </>
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
    <span className={classes['never']}>{t(texts.never)}</span>
  ) : (
    <When at={row.expiresAt} precision="day" />
  )
}

function CreatedCell({ row }: { row: Key }) {
  const t = useText()
  return (
    <span className={classes['stack']}>
      <When at={row.createdAt} precision="day" />
      <span className={classes['by']}>{t(texts.by(t(actorName(row.createdBy))))}</span>
    </span>
  )
}

function RevokeButton({ row, onRevoke }: { row: Key; onRevoke: Revoke }) {
  const t = useText()
  const revokeRefusal = useRefusal('api_key.revoke')
  if (row.revokedAt !== null) return null
  return (
    <ActionButton
      variant="subtle"
      color="red"
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
