import { Link } from '@tanstack/react-router'
import { balance as texts, positionHint } from './texts.ts'
import { heldPaymentsName, nameWithoutHeld } from '../../lib/i18n/finance/held-payments.ts'
import type { Text } from '../../lib/text.ts'
import type { Range } from '../../lib/time/range.ts'
import type { Position } from '../../lib/values/status.ts'
import { Money } from '../../ui/values/Money.tsx'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { PositionIcon } from '../../shared/StatusBadge.tsx'
import classes from './BalancePage.module.css'

interface Row {
  position: Position
  cents: bigint
}

/**
 * A table of the positions with explanations. The first rows are the positions without a debt, and their sum, which the
 * company owes the merchant. Then follow the money of payers and the debt. The last row is the total position in the
 * ledger. The name of each position links to the lines of the position in the statement.
 */
export function PositionTable(props: {
  positions: readonly Row[]
  owedCents: bigint
  heldForPayersCents: bigint
  totalCents: string
  isSuspended: boolean
  /** The period of the linked statements. */
  lines: { range?: Range }
}) {
  const t = useText()
  const { positions, lines, isSuspended, heldForPayersCents } = props
  const parts = positions.filter(({ position }) => position !== 'receivable')
  const debts = positions.filter(({ position }) => position === 'receivable')
  return (
    <Section title={t(texts.positions)} flush>
      <table className={classes.table} aria-label={t(texts.positions)}>
        <tbody>
          {parts.map((row) => (
            <PositionRow key={row.position} row={row} lines={lines} isSuspended={isSuspended} />
          ))}
          <tr className={classes.sum}>
            <th scope="row">{t(texts.owed)}</th>
            <td>
              <Money cents={props.owedCents} size="lg" />
            </td>
          </tr>
          <PositionRow
            row={{ position: 'case_hold', cents: heldForPayersCents }}
            lines={lines}
            isSuspended={isSuspended}
            name={heldPaymentsName}
            hint={texts.heldHint}
          />
          {debts.map((row) => (
            <PositionRow key={row.position} row={row} lines={lines} isSuspended={isSuspended} />
          ))}
        </tbody>
        <tfoot>
          <tr className={classes.sum}>
            <th scope="row">{t(texts.total)}</th>
            <td>
              <Money cents={props.totalCents} size="lg" />
            </td>
          </tr>
        </tfoot>
      </table>
    </Section>
  )
}

function PositionRow(props: {
  row: Row
  lines: { range?: Range }
  isSuspended: boolean
  /** The name of the row; by default, the result of `nameWithoutHeld` for the position. */
  name?: Text
  /** The explanation of the row; by default, the explanation of the position. */
  hint?: Text
}) {
  const t = useText()
  const { row, lines, isSuspended } = props
  const { position, cents } = row
  const ownHint = isSuspended && position === 'available' ? texts.availableSuspended : positionHint[position]
  const hint = props.hint ?? ownHint
  const name = t(props.name ?? nameWithoutHeld(position))
  return (
    <tr>
      <th scope="row">
        <span className={classes.position} data-position={position}>
          <span className={classes.icon}>
            <PositionIcon position={position} />
          </span>
          <span className={classes.words}>
            <Link
              to="/statement"
              search={{ ...lines, position }}
              className={classes.name}
              title={t(texts.openPosition(name))}
            >
              {name}
            </Link>
            <span className={classes.hint}>{t(hint)}</span>
          </span>
        </span>
      </th>
      <td data-zero={cents === 0n}>
        <Money cents={cents} size="lg" />
      </td>
    </tr>
  )
}
