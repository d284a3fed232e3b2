import { SegmentedControl, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { charts } from '../../lib/i18n/charts.ts'
import type { Text } from '../../lib/text.ts'
import { Bars } from './Bars.tsx'
import { formattedValue, type ChartContent } from './chart-content.ts'
import classes from './Chart.module.css'
import { Lines } from './Lines.tsx'
import { useText } from '../preferences.tsx'

type ChartProps = ChartContent & {
  /** `lines` draws the value at each step; `bars` draws the total of each step. */
  as: 'lines' | 'bars'
  /** A text that names the chart's time zone. */
  note: string
  /** The name of one step, such as day or hour, and the hint that a person can drag to select steps. */
  step: { name: Text; drag: Text }
  compact?: boolean
}

/**
 * A chart of integers over time, as a drawing or as a table. The person selects a range of steps by dragging over
 * the drawing, or with the buttons in the table.
 */
export function Chart(props: ChartProps) {
  const t = useText()
  const { label, series, steps, note, step, as, compact = false } = props
  const [shown, setShown] = useState<'chart' | 'table'>('chart')
  const Drawing = as === 'lines' ? Lines : Bars
  return (
    <div className={classes.chart} data-compact={compact}>
      <div className={classes.head}>
        <ul className={classes.legend}>
          {series.map(({ id, name, tint }) => (
            <li key={id} data-tint={tint}>
              {name}
            </li>
          ))}
        </ul>
        <SegmentedControl
          size="xs"
          aria-label={label}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'chart' as const, label: t(charts.chart) },
            { value: 'table' as const, label: t(charts.table) },
          ]}
        />
      </div>
      {shown === 'chart' ? <Drawing {...props} /> : <Table {...props} />}
      <p className={classes.note}>
        {[
          note,
          ...(shown === 'chart' ? [t(step.drag)] : [t(charts.rows(steps.length)), t(charts.choose)]),
        ].join(' · ')}
      </p>
    </div>
  )
}

/** The table of the chart's values, the newest step first. */
function Table(props: ChartProps) {
  const t = useText()
  const { label, steps, series, onSelect, step } = props
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t(step.name)}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps
            .map((name, index) => (
              <tr key={name}>
                <th scope="row">
                  <UnstyledButton className={classes.step} onClick={() => onSelect(index, index)}>
                    {name}
                  </UnstyledButton>
                </th>
                {series.map(({ id, values }) => (
                  <td key={id}>{formattedValue(props, values[index])}</td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </div>
  )
}
