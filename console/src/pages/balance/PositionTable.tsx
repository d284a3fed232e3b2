import { Link } from '@tanstack/react-router'
import { balance as texts, positionHint } from './texts.ts'
import { positionName } from '../../lib/i18n/status.ts'
import type { Range } from '../../lib/time/range.ts'
import type { Position } from '../../lib/values/status.ts'
import { Money } from '../../ui/values/Money.tsx'
import { Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { PositionIcon } from '../../shared/StatusBadge.tsx'
import classes from './BalancePage.module.css'

/** A table of the positions with explanations. The name of a position links to its lines in the statement. */
export function PositionTable(props: {
  positions: { position: Position; cents: bigint }[]
  totalCents: string
  /** The period of the linked statements. */
  lines: { range?: Range }
}) {
  const t = useText()
  return (
    <Section title={t(texts.positions)} flush>
      <table className={classes.table} aria-label={t(texts.positions)}>
        <tbody>
          {props.positions.map(({ position, cents }) => (
            <tr key={position}>
              <th scope="row">
                <span className={classes.position} data-position={position}>
                  <span className={classes.icon}>
                    <PositionIcon position={position} />
                  </span>
                  <span className={classes.words}>
                    <Link
                      to="/statement"
                      search={{ ...props.lines, position }}
                      className={classes.name}
                      title={t(texts.openPosition(t(positionName[position])))}
                    >
                      {t(positionName[position])}
                    </Link>
                    <span className={classes.hint}>{t(positionHint[position])}</span>
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
              <Money cents={props.totalCents} size="lg" />
            </td>
          </tr>
        </tfoot>
      </table>
    </Section>
  )
}
