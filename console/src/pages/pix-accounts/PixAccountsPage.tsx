import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRefusal } from '../../api/me.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { RowsSkeleton } from '../../ui/lists/Skeletons.tsx'
import { TableSection } from '../../ui/lists/TableSection.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { useText } from '../../ui/preferences.tsx'
import { accountColumns } from './account-columns.tsx'
import { useAccountDialog } from './AccountDialog.tsx'
import { accountForms as forms } from './form-texts.ts'
import { operationColumns } from './operation-columns.tsx'
import { pixAccountsQuery, type Account } from './queries.ts'
import { reportColumns } from './report-columns.tsx'
import { pixAccounts as texts } from './texts.ts'

const CreateForm = lazyForm(async () => (await import('./CreateForm.tsx')).CreateForm)

const POLL_MS = 15_000
const SKELETON_ROWS = 3

/** The page of the receiving accounts, their problems, and the error rate of each of their operations. */
export function PixAccountsPage() {
  const t = useText()
  const refusal = useRefusal('pix_account.manage')
  const query = useQuery({ ...pixAccountsQuery, refetchInterval: POLL_MS })
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={
        <ActionDialog
          wide
          icon={IconPlus}
          variant="filled"
          label={t(forms.create)}
          title={t(forms.createTitle)}
          disabledReason={refusal}
        >
          {(close) => <CreateForm profiles={query.data?.pixProfiles ?? []} onClose={close} />}
        </ActionDialog>
      }
    >
      <Loaded withCard query={query} skeleton={<RowsSkeleton rows={SKELETON_ROWS} />}>
        {({ pixAccounts }) => <Accounts accounts={pixAccounts} />}
      </Loaded>
    </Page>
  )
}

function Accounts({ accounts }: { accounts: readonly Account[] }) {
  const t = useText()
  const { open, dialog } = useAccountDialog(accounts)
  const reports = accounts.flatMap(({ id, reports: own }) =>
    own.map((report) => ({ accountId: id, ...report })),
  )
  const operations = accounts.flatMap(({ id, operations: calls }) =>
    calls.map((call) => ({ accountId: id, ...call })),
  )
  return (
    <>
      <Card flush={accounts.length > 0} label={t(texts.title)}>
        {accounts.length === 0 ? (
          <MutedText>{t(texts.none)}</MutedText>
        ) : (
          <DataTable
            label={t(texts.title)}
            columns={accountColumns(open)}
            rows={accounts}
            rowKey={({ id }) => id}
          />
        )}
      </Card>
      {dialog}
      {reports.length > 0 && (
        <TableSection
          title={texts.problems}
          columns={reportColumns}
          rows={reports}
          rowKey={({ accountId, process }) => `${accountId} ${process}`}
          empty={texts.none}
        />
      )}
      <TableSection
        title={texts.operations}
        columns={operationColumns}
        rows={operations}
        rowKey={({ accountId, operation }) => `${accountId} ${operation}`}
        empty={texts.noCalls}
      />
    </>
  )
}
