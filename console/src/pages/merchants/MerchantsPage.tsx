import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useList } from '../../api/list.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import { useCan, useRefusal } from '../../api/me.ts'
import { pageSearch } from '../../lib/search/route-search.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { MerchantFilters } from './MerchantFilters.tsx'
import { MerchantTotals } from './MerchantTotals.tsx'
import { merchantsList, merchantsWithoutAmounts } from './merchants.list.tsx'
import { merchantFilter } from './queries.ts'
import { parseMerchantSearch, type MerchantSearch } from './search.ts'
import { merchants as texts } from './texts.ts'

const CreateMerchantForm = lazyForm(async () => (await import('./CreateMerchantForm.tsx')).CreateMerchantForm)

const route = getRouteApi('/app/merchants')

/** The list of merchants. The list shows what the service owes each merchant, now or at the end of a past day. */
export function MerchantsPage() {
  const t = useText()
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const search = pageSearch(route.useSearch())
  const mayReadBalances = useCan('balance.read')
  const createRefusal = useRefusal('merchant.create')
  const isOneChosen = useMerchantChoice() !== null
  const creating = useDialogFromUrl('create', createRefusal === null)
  const filter = merchantFilter(search, zone, mayReadBalances)
  const isPastDay = mayReadBalances && search.day !== undefined
  const list = mayReadBalances ? merchantsList : merchantsWithoutAmounts
  const source = useList(list, filter)
  const change = (next: MerchantSearch) => {
    void navigate({ to: '/merchants', search: parseMerchantSearch(next), replace: true })
  }
  return (
    <Page
      title={t(list.title)}
      description={
        isOneChosen || !mayReadBalances || isPastDay ? (
          <>
            {isOneChosen && t(texts.everyMerchant)} {!mayReadBalances && t(texts.noAmounts)}{' '}
            {isPastDay && (
              <>
                {t(texts.otherColumnsNow)}{' '}
                <Link to="/merchants" search={parseMerchantSearch({ ...search, day: undefined })}>
                  {t(texts.seeNow)}
                </Link>
              </>
            )}
          </>
        ) : undefined
      }
      actions={
        <>
          <ExportList list={list} filter={filter} />
          <ActionDialog
            wide
            variant="filled"
            icon={IconPlus}
            label={t(texts.create)}
            title={t(texts.create)}
            disabledReason={createRefusal}
            disclosure={creating}
          >
            {(close) => <CreateMerchantForm onClose={close} />}
          </ActionDialog>
        </>
      }
    >
      <MerchantFilters search={search} mayReadBalances={mayReadBalances} onChange={change} />
      {mayReadBalances && <MerchantTotals filter={filter} />}
      <List
        list={list}
        source={source}
        sorting={{
          order: filter.order ?? 'name',
          onOrder: (order) => change(parseMerchantSearch({ ...search, order })),
        }}
        onOpen={({ id }) => void navigate({ to: '/merchants/$merchantId', params: { merchantId: id } })}
        onClear={search.q === undefined ? null : () => change({ ...search, q: '' })}
      />
    </Page>
  )
}
