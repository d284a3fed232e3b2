import { useQuery } from '@tanstack/react-query'
import { HomeDocument } from '../../api/generated/graphql.ts'
import { useMerchantChoice, useMerchantName } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { home as texts } from './texts.ts'
import { OtherMerchants } from '../../shared/links/OtherMerchants.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { Attention } from './Attention.tsx'
import { Finance } from './Finance.tsx'
import { Support } from './Support.tsx'
import { Views } from './Views.tsx'

const POLL_MS = 15_000

/**
 * The home page of the chosen merchant, or of all merchants. The page shows what needs attention, the figures of the
 * day for support, and sums for finance. The server decides which parts a person sees.
 */
export function HomePage() {
  const t = useText()
  const { zone } = usePreferences()
  const merchantId = useMerchantChoice()
  const merchantName = useMerchantName()
  const query = useQuery({ ...gqlQuery(HomeDocument, { zone, merchantId }), refetchInterval: POLL_MS })
  return (
    <Page title={t(texts.title)} description={merchantName ?? t(texts.everyMerchant)}>
      <OtherMerchants />
      <Loaded withCard query={query} skeleton={<BlocksSkeleton heights={[110, 260, 320]} />}>
        {({ home }) => (
          <>
            {home.support && <Support home={home.support} ofAll={merchantId === null} />}
            <Attention items={home.attention} counts={home.attentionCounts} merchantName={merchantName} />
            {home.finance && <Finance home={home.finance} ofAll={merchantId === null} />}
          </>
        )}
      </Loaded>
      <Views />
    </Page>
  )
}
