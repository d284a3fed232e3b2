import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BalanceDocument, type BalanceQuery } from '../../api/generated/graphql.ts'
import { useMerchant, useMerchantId } from '../../api/merchants.ts'
import { q } from '../../api/query.ts'
import { common } from '../../lib/i18n/common.ts'
import { balance as texts, positionHint } from '../../lib/i18n/finance.ts'
import { positionName } from '../../lib/i18n/status.ts'
import { sharePercent } from '../../lib/money.ts'
import type { Position } from '../../lib/status.ts'
import { Callout } from '../../ui/Callout.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Money } from '../../ui/Money.tsx'
import { Card, Page, Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/Skeletons.tsx'
import { PositionIcon } from '../../ui/StatusBadge.tsx'
import { When } from '../../ui/When.tsx'
import classes from './BalancePage.module.css'
import { Terms } from './Terms.tsx'

type Balance = BalanceQuery['balance']

const POLL_MS = 15_000

/** Where a merchant's money stands: each position with what it means, and what they add up to. */
export function BalancePage() {
  const t = useText()
  const merchantId = useMerchantId()
  const merchant = useMerchant()
  const query = useQuery({ ...q(BalanceDocument, { merchantId }), refetchInterval: POLL_MS })
  return (
    <Page
      title={t(texts.title)}
      description={merchant?.name}
      actions={
        <Button
          variant="default"
          rightSection={<IconArrowRight size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/statement" {...props} />}
        >
          {t(texts.openStatement)}
        </Button>
      }
    >
      <Loaded bare of={query} skeleton={<BlocksSkeleton heights={[150, 420]} />}>
        {({ balance }) => <Positions balance={balance} />}
      </Loaded>
      {merchant && <Terms terms={merchant.terms} />}
    </Page>
  )
}

/** Each position as it counts in the total: a debt counts against it. */
function positionsOf(balance: Balance): { position: Position; cents: bigint }[] {
  return [
    { position: 'pending', cents: BigInt(balance.pendingCents) },
    { position: 'available', cents: BigInt(balance.availableCents) },
    { position: 'contract_reserve', cents: BigInt(balance.contractReserveCents) },
    { position: 'case_hold', cents: BigInt(balance.blockedCents) },
    { position: 'payout_reserved', cents: BigInt(balance.payoutReservedCents) },
    { position: 'receivable', cents: -BigInt(balance.owedToServiceCents) },
  ]
}

function Positions({ balance }: { balance: Balance }) {
  const t = useText()
  const positions = positionsOf(balance)
  return (
    <>
      {balance.payoutsSuspended && (
        <Callout tone="warning" title={t(texts.suspended)}>
          {t(texts.suspendedBody)}
        </Callout>
      )}
      <Card label={t(texts.total)}>
        <div className={classes['totals']}>
          <Figure name={t(texts.total)} hint={t(texts.totalHint)} cents={balance.totalCents} />
          <Figure name={t(texts.toReceive)} hint={t(texts.toReceiveHint)} cents={balance.toReceiveCents} />
        </div>
        <Composition positions={positions} />
        <p className={classes['asOf']}>
          {t(common.asOf)} <When at={balance.asOf} precision="second" />
        </p>
      </Card>
      <Section title={t(texts.positions)} flush>
        <table className={classes['table']} aria-label={t(texts.positions)}>
          <tbody>
            {positions.map(({ position, cents }) => (
              <tr key={position}>
                <th scope="row">
                  <span className={classes['position']} data-position={position}>
                    <span className={classes['icon']}>
                      <PositionIcon position={position} />
                    </span>
                    <span className={classes['words']}>
                      <span className={classes['name']}>{t(positionName[position])}</span>
                      <span className={classes['hint']}>{t(positionHint[position])}</span>
                    </span>
                  </span>
                </th>
                <td data-zero={cents === 0n}>
                  <Money cents={cents} size="lg" />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t(texts.total)}</th>
              <td>
                <Money cents={balance.totalCents} size="lg" />
              </td>
            </tr>
          </tfoot>
        </table>
      </Section>
    </>
  )
}

function Figure({ name, hint, cents }: { name: string; hint: string; cents: string }) {
  return (
    <div className={classes['figure']}>
      <span className={classes['figureName']}>{name}</span>
      <Money cents={cents} size="xl" />
      <span className={classes['hint']}>{hint}</span>
    </div>
  )
}

function Composition({ positions }: { positions: { position: Position; cents: bigint }[] }) {
  const t = useText()
  const held = positions.filter(({ cents }) => cents > 0n)
  const whole = held.reduce((sum, { cents }) => sum + cents, 0n)
  if (whole === 0n) return null
  return (
    <div className={classes['composition']} role="img" aria-label={t(texts.composition)}>
      <div className={classes['bar']}>
        {held.map(({ position, cents }) => (
          <span key={position} data-position={position} style={{ flexGrow: sharePercent(cents, whole) }} />
        ))}
      </div>
      <div className={classes['legend']}>
        {held.map(({ position }) => (
          <span key={position} data-position={position}>
            {t(positionName[position])}
          </span>
        ))}
      </div>
    </div>
  )
}
