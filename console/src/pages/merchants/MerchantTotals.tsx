import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LedgerSumDocument, type LedgerSumQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { blockedOfMerchantName, heldPaymentsName } from '../../lib/i18n/finance/held-payments.ts'
import { positionName } from '../../lib/i18n/status.ts'
import { formatWhen } from '../../lib/time/when.ts'
import { Callout } from '../../ui/Callout.tsx'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { Figure, Figures } from '../../ui/Figures.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { ErrorPanel } from '../../ui/lists/ErrorPanel.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { LiveRegion } from '../../ui/values/LiveRegion.tsx'
import { Money } from '../../ui/values/Money.tsx'
import classes from './MerchantTotals.module.css'
import { blockedOfMerchantCents, laterCents, owedCents } from '../../lib/values/positions.ts'
import { merchantTotalsQuery, type MerchantFilter } from './queries.ts'
import { merchants as texts } from './texts.ts'
import { totalText } from './total-text.ts'

const POLL_MS = 15_000

/** The sums over all listed merchants. On request, the server also compares the ledger with the balances. */
export function MerchantTotals({ filter }: { filter: MerchantFilter }) {
  const t = useText()
  const { language, zone } = usePreferences()
  const query = useQuery({
    ...merchantTotalsQuery(filter),
    placeholderData: keepPreviousData,
    refetchInterval: filter.asOf === null ? POLL_MS : false,
  })
  return (
    <Loaded withCard query={query} skeleton={<BlocksSkeleton heights={[110]} />}>
      {({ merchantBalances: { totals, totalCount } }) =>
        totals && (
          <section className={classes.totals} aria-label={t(texts.total)}>
            <Figures>
              <Figure name={`${t(texts.weOwe)} · ${t(texts.merchantCount(totalCount))}`}>
                <Money cents={owedCents(totals)} />
              </Figure>
              <Figure name={t(positionName.available)}>
                <Money cents={totals.availableCents} />
              </Figure>
              <Figure name={t(texts.later)}>
                <Money cents={laterCents(totals)} />
              </Figure>
              <Figure name={t(blockedOfMerchantName)}>
                <Money cents={blockedOfMerchantCents(totals)} />
              </Figure>
              <Figure name={t(heldPaymentsName)}>
                <Money cents={totals.heldForPayersCents} />
              </Figure>
              <Figure name={t(texts.debtors)}>
                <Money cents={-BigInt(totals.receivableCents)} />
              </Figure>
            </Figures>
            <p className={classes.note}>
              {t(
                totalText(totals, formatWhen(totals.asOf, { language, zone, precision: 'minute' }), language),
              )}{' '}
              {t(texts.laterHint)}
            </p>
            {filter.search === null && <LedgerCheck key={filter.asOf} asOf={filter.asOf ?? totals.asOf} />}
          </section>
        )
      }
    </Loaded>
  )
}

/**
 * Button that compares the balances of all merchants with the sum of the ledger's lines. The comparison reads stored
 * sums and all entries after these sums, so the comparison runs only on request.
 */
function LedgerCheck({ asOf }: { asOf: string }) {
  const t = useText()
  const client = useQueryClient()
  const check = useMutation({
    meta: { changesData: false },
    mutationFn: () => client.fetchQuery({ ...gqlQuery(LedgerSumDocument, { asOf }), staleTime: 0 }),
  })
  return (
    <div className={classes.check}>
      <ActionButton size="xs" disabledReason={null} busy={check.isPending} onClick={() => check.mutate()}>
        {t(texts.check)}
      </ActionButton>
      <LiveRegion>{check.data && t(texts.checkTitle(isEqual(check.data.ledgerSum)))}</LiveRegion>
      {check.data && <CheckResult sum={check.data.ledgerSum} />}
      {check.isError && <ErrorPanel error={check.error} onRetry={() => check.mutate()} />}
    </div>
  )
}

type LedgerSum = LedgerSumQuery['ledgerSum']

const differenceOf = ({ merchantsCents, serviceCents, linesCents }: LedgerSum): bigint =>
  BigInt(merchantsCents) + BigInt(serviceCents) - BigInt(linesCents)

const isEqual = (sum: LedgerSum): boolean => differenceOf(sum) === 0n

function CheckResult({ sum }: { sum: LedgerSum }) {
  const t = useText()
  const { language, zone } = usePreferences()
  const equal = isEqual(sum)
  const at = formatWhen(sum.asOf, { language, zone, precision: 'second' })
  return (
    <Callout tone={equal ? 'success' : 'danger'} title={`${t(texts.checkTitle(equal))} · ${at}`}>
      <DetailList
        items={[
          [t(texts.checkMerchants), <Money key="merchants" cents={sum.merchantsCents} />],
          [t(texts.checkService), <Money key="service" cents={sum.serviceCents} />],
          [t(texts.checkLines(sum.linesCount)), <Money key="lines" cents={sum.linesCents} />],
          [t(texts.checkDifference), <Money key="difference" cents={differenceOf(sum)} />],
        ]}
      />
    </Callout>
  )
}
