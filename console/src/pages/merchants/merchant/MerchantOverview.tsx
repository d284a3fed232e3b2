import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { MerchantFiguresDocument, MerchantKeysDocument } from '../../../api/generated/graphql.ts'
import { useCan } from '../../../api/me.ts'
import { gqlQuery } from '../../../api/query.ts'
import type { Permission } from '../../../lib/access.ts'
import { pageNames } from '../../../lib/i18n/page-names.ts'
import { blockedOfMerchantName, heldPaymentsName } from '../../../lib/i18n/finance/held-payments.ts'
import { positionName } from '../../../lib/i18n/status.ts'
import type { Text } from '../../../lib/text.ts'
import { nowMs } from '../../../lib/time/clock.ts'
import { blockedOfMerchantCents, laterCents, owedCents } from '../../../lib/values/positions.ts'
import { BlockedCases } from '../../../shared/cases/BlockedCases.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { Figure, Figures } from '../../../ui/Figures.tsx'
import { Loaded } from '../../../ui/lists/Loaded.tsx'
import { BlocksSkeleton } from '../../../ui/lists/Skeletons.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { When } from '../../../ui/values/When.tsx'
import { merchants as texts } from '../texts.ts'
import classes from './MerchantPage.module.css'

const POLL_MS = 15_000
const CREATE_CHARGES = 'charges:write'

/**
 * A merchant's key figures, links to pages with its data, and what the merchant still needs before it can create
 * charges.
 */
export function MerchantOverview(props: { merchantId: string; pixEnabled: boolean }) {
  const { merchantId } = props
  const mayReadBalance = useCan('balance.read')
  const mayReadKeys = useCan('api_key.read')
  return (
    <>
      {mayReadBalance ? (
        <>
          <MerchantFigures merchantId={merchantId} />
          <BlockedCases merchantId={merchantId} />
        </>
      ) : (
        <NoAmounts />
      )}
      <MerchantPages merchantId={merchantId} />
      {mayReadKeys && <Readiness {...props} />}
    </>
  )
}

function NoAmounts() {
  const t = useText()
  return <MutedText>{t(texts.noAmounts)}</MutedText>
}

function MerchantFigures({ merchantId }: { merchantId: string }) {
  const t = useText()
  const query = useQuery({ ...gqlQuery(MerchantFiguresDocument, { merchantId }), refetchInterval: POLL_MS })
  return (
    <Loaded query={query} skeleton={<BlocksSkeleton heights={[78]} />}>
      {({ balance }) => (
        <>
          <Figures label={t(pageNames.balance)}>
            <Figure name={t(texts.weOwe)}>
              <Money cents={owedCents(balance)} />
            </Figure>
            <Figure name={t(positionName.available)}>
              <Money cents={balance.availableCents} />
            </Figure>
            <Figure name={t(texts.later)}>
              <Money cents={laterCents(balance)} />
            </Figure>
            <Figure name={t(blockedOfMerchantName)}>
              <Money cents={blockedOfMerchantCents(balance)} />
            </Figure>
            {balance.heldForPayersCents !== '0' && (
              <Figure name={t(heldPaymentsName)}>
                <Money cents={balance.heldForPayersCents} />
              </Figure>
            )}
            <Figure name={t(positionName.receivable)}>
              <Money cents={balance.owedToServiceCents} />
            </Figure>
          </Figures>
          <MutedText>
            {t(texts.figuresAsOf)} <When at={balance.asOf} precision="second" />
          </MutedText>
        </>
      )}
    </Loaded>
  )
}

const PAGES: readonly { to: NonNullable<LinkProps['to']>; name: Text; permission: Permission }[] = [
  { to: '/charges', name: pageNames.charges, permission: 'charge.read' },
  { to: '/balance', name: pageNames.balance, permission: 'balance.read' },
  { to: '/statement', name: pageNames.statement, permission: 'statement.read' },
  { to: '/payouts', name: pageNames.payouts, permission: 'payout.read' },
  { to: '/cases', name: pageNames.cases, permission: 'case.read' },
  { to: '/webhooks', name: pageNames.webhooks, permission: 'webhook_endpoint.read' },
  { to: '/api-keys', name: pageNames.apiKeys, permission: 'api_key.read' },
]

/** Links to pages with the merchant's data. Each link chooses the merchant, so the page shows only this merchant. */
function MerchantPages({ merchantId }: { merchantId: string }) {
  const t = useText()
  return (
    <nav className={classes.pages} aria-label={t(texts.pages)}>
      {PAGES.map((page) => (
        <PageButton key={page.to} {...page} merchantId={merchantId} />
      ))}
    </nav>
  )
}

function PageButton({ to, name, permission, merchantId }: (typeof PAGES)[number] & { merchantId: string }) {
  const t = useText()
  if (!useCan(permission)) return null
  return (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => <Link to={to} search={{ merchant: merchantId }} {...props} />}
    >
      {t(name)}
    </Button>
  )
}

/** Says what the merchant needs before it can create charges. Renders nothing when nothing is missing. */
function Readiness({ merchantId, pixEnabled }: { merchantId: string; pixEnabled: boolean }) {
  const t = useText()
  const { data } = useQuery(gqlQuery(MerchantKeysDocument, { merchantId }))
  if (data === undefined) return null
  const hasKey = data.apiKeys.some(
    ({ scopes, expiresAt, revokedAt }) =>
      revokedAt === null &&
      (expiresAt === null || Date.parse(expiresAt) > nowMs()) &&
      scopes.includes(CREATE_CHARGES),
  )
  if (hasKey && pixEnabled) return null
  return (
    <Callout
      tone="warning"
      title={t(texts.notReady)}
      aside={!hasKey && <CreateKeyButton merchantId={merchantId} />}
    >
      {!pixEnabled && <div>{t(texts.needsPix)}</div>}
      {!hasKey && <div>{t(texts.needsKey)}</div>}
    </Callout>
  )
}

function CreateKeyButton({ merchantId }: { merchantId: string }) {
  const t = useText()
  if (!useCan('api_key.create')) return null
  return (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => (
        <Link to="/api-keys" search={{ merchant: merchantId, do: 'create' }} {...props} />
      )}
    >
      {t(texts.createKey)}
    </Button>
  )
}
