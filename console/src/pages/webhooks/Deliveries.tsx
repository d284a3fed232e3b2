import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { WebhookDeliveriesDocument, type DeliveryRowFragment } from '../../api/generated/graphql.ts'
import { useAdjacentRows, useList } from '../../api/list.ts'
import { useMerchantId } from '../../api/merchants.ts'
import type { DeliverySearch } from './search.ts'
import { pageSearch } from '../../lib/search/route-search.ts'
import { lazyDialog } from '../../ui/lazy-component.tsx'
import { ExportList } from '../../shared/ExportList.tsx'
import { PreviousNextLinks } from '../../shared/PreviousNextLinks.tsx'
import { List } from '../../ui/lists/List.tsx'
import { usePreferences } from '../../ui/preferences.tsx'
import { deliveriesList, deliveryFilter } from './deliveries.list.tsx'
import { DeliveryFilters } from './DeliveryFilters.tsx'

const DeliveryDrawer = lazyDialog(async () => (await import('./endpoint/DeliveryDrawer.tsx')).DeliveryDrawer)

const route = getRouteApi('/app/merchant/webhooks/$endpointId')

/** Loads the deliveries of an endpoint that match the filters in the URL. `open` and `close` control the drawer. */
export function useDeliveries(endpointId: string) {
  const merchantId = useMerchantId()
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const { history } = useRouter()
  const { delivery, ...filters } = pageSearch(route.useSearch())
  // The id of the endpoint on whose page the person opened the delivery. On that page, closing the drawer goes back in
  // the browser history.
  const opened = useRef<string | null>(null)
  const go = (search: DeliverySearch, replace = true) =>
    void navigate({ to: '/webhooks/$endpointId', params: { endpointId }, search, replace })
  const open = (id: string) => {
    opened.current = endpointId
    go({ ...filters, delivery: id }, false)
  }
  const list = deliveriesList(open)
  const close = () => {
    if (opened.current === endpointId) history.back()
    else go(filters)
    opened.current = null
  }
  const filter = deliveryFilter({ merchantId, endpointId }, filters, zone)
  return { list, source: useList(list, filter), filter, filters, delivery, go, open, close }
}

/**
 * The deliveries of an endpoint. A click opens a delivery in a drawer and writes the id of the delivery into the URL.
 */
export function Deliveries(props: { endpointId: string; deliveries: ReturnType<typeof useDeliveries> }) {
  const { endpointId } = props
  const { list, source, filter, filters, delivery, go, open, close } = props.deliveries
  const adjacent = useAdjacentRows<DeliveryRowFragment>(WebhookDeliveriesDocument, delivery ?? '')
  return (
    <>
      <List
        list={list}
        source={source}
        aside={
          <>
            <DeliveryFilters search={filters} onChange={(search) => go(search)} />
            <ExportList size="xs" list={list} filter={filter} />
          </>
        }
        onOpen={({ id }) => open(id)}
        onClear={Object.keys(filters).length === 0 ? null : () => go({})}
      />
      <DeliveryDrawer
        opened={delivery !== undefined}
        id={delivery}
        onClose={close}
        previousNextLinks={
          <PreviousNextLinks
            adjacent={adjacent}
            link={(row) => ({
              to: '/webhooks/$endpointId',
              params: { endpointId },
              search: { ...filters, delivery: row.id },
            })}
          />
        }
      />
    </>
  )
}
