import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { hrefInEnvironment, isTestEnvironment } from '../../lib/environment.ts'
import { shell } from './texts.ts'
import { ALL_MERCHANTS, merchantsQuery, storeMerchantChoice, useMerchantChoice } from '../../api/merchants.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { ClosedMerchantSelect } from './ClosedMerchantSelect.tsx'
import classes from './MerchantPicker.module.css'

const MerchantSelect = lazyComponent(async () => (await import('./MerchantSelect.tsx')).MerchantSelect, {
  loading: ClosedMerchantSelect,
  preload: true,
  waitsForInput: true,
})

/** Matches the path of a merchant's page. On this page, choosing another merchant opens the other merchant's page. */
const MERCHANT_PAGE = /^\/merchants\/[^/]+$/

/**
 * Select for the merchant that all pages show. The choice is part of the URL, and is stored for later visits. In the
 * test environment, choosing another merchant loads the test account of that merchant.
 */
export function MerchantPicker() {
  const t = useText()
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const chosen = useMerchantChoice()
  const query = useQuery(merchantsQuery)
  const { data } = query
  const isFocused = useRef(false)
  const choose = (merchant: string | null) => {
    const id = merchant ?? ALL_MERCHANTS
    storeMerchantChoice(id)
    if (isTestEnvironment()) window.location.assign(hrefInEnvironment(path, id, { merchant: id, zone }))
    else if (MERCHANT_PAGE.test(path) && id !== ALL_MERCHANTS)
      void navigate({ to: '/merchants/$merchantId', params: { merchantId: id }, search: { merchant: id } })
    else void navigate({ to: '.', search: (search) => ({ ...search, merchant: id }) })
  }
  if (query.isLoadingError)
    return <MerchantListError busy={query.isFetching} onRetry={() => void query.refetch()} />
  return (
    <MerchantSelect
      label={t(shell.merchant)}
      options={[
        ...(isTestEnvironment() ? [] : [{ value: ALL_MERCHANTS, label: t(common.allMerchants) }]),
        ...(data?.merchants ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={chosen ?? ALL_MERCHANTS}
      isFocused={isFocused}
      onChange={choose}
    />
  )
}

/** Error and retry button, shown instead of the select when the merchants could not be loaded. */
function MerchantListError({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const t = useText()
  return (
    <div role="alert" className={classes.missing}>
      <span>{t(shell.noMerchants)}</span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={busy}
        onClick={onRetry}
      >
        {t(shell.reloadMerchants)}
      </Button>
    </div>
  )
}
