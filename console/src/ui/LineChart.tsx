import { SegmentedControl } from '@mantine/core'
import { useState, type PointerEvent, type ReactNode } from 'react'
import { charts } from '../lib/i18n/charts.ts'
import { scaleOf, stepAt } from '../lib/scale.ts'
import classes from './LineChart.module.css'
import { useText } from './preferences.tsx'

const WIDTH = 720
const HEIGHT = 220

/** One line of a chart: its name, its colour and its centavos, one for each step. */
export type Series = { id: string; name: string; values: readonly bigint[] }

/**
 * Amounts over time as lines, and the same as a table beside it. The lines are for seeing, the table for reading;
 * `amount` writes centavos.
 */
export function LineChart(props: {
  label: string
  steps: readonly string[]
  series: readonly Series[]
  amount: (cents: bigint) => ReactNode
  /** Whose days these are. */
  note: string
  /** Asked for the steps that are dragged over, both included. */
  onSelect: (first: number, last: number) => void
}) {
  const t = useText()
  const [shown, setShown] = useState<'chart' | 'table'>('chart')
  return (
    <div className={classes['chart']}>
      <div className={classes['head']}>
        <ul className={classes['legend']}>
          {props.series.map(({ id, name }) => (
            <li key={id} data-series={id}>
              {name}
            </li>
          ))}
        </ul>
        <SegmentedControl
          size="xs"
          aria-label={props.label}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'chart' as const, label: t(charts.chart) },
            { value: 'table' as const, label: t(charts.table) },
          ]}
        />
      </div>
      {shown === 'chart' ? <Lines {...props} /> : <Table {...props} />}
      <p className={classes['note']}>
        {props.note}
        {shown === 'chart' && ` · ${t(charts.drag)}`}
      </p>
    </div>
  )
}

type Parts = Parameters<typeof LineChart>[0]

function Lines({ label, steps, series, amount, onSelect }: Parts) {
  const drag = useDrag(steps.length, onSelect)
  const { y, low, high } = scaleOf(series.flatMap(({ values }) => values))
  const x = (index: number) => (steps.length < 2 ? WIDTH / 2 : (index / (steps.length - 1)) * WIDTH)
  const path = (values: readonly bigint[]) =>
    values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value) * HEIGHT}`).join(' ')
  return (
    <div className={classes['plot']}>
      <div className={classes['scale']} aria-hidden>
        <span>{amount(high)}</span>
        <span>{amount(low)}</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes['lines']}
        role="img"
        aria-label={label}
        {...drag.handlers}
      >
        {drag.over && (
          <rect
            x={x(drag.over.first)}
            width={x(drag.over.last) - x(drag.over.first)}
            height={HEIGHT}
            className={classes['chosen']}
          />
        )}
        <line x1={0} x2={WIDTH} y1={y(0n) * HEIGHT} y2={y(0n) * HEIGHT} className={classes['zero']} />
        {series.map(({ id, values }) => (
          <path key={id} d={path(values)} data-series={id} className={classes['line']} />
        ))}
      </svg>
      <div className={classes['ends']} aria-hidden>
        <span>{steps[0]}</span>
        <span>{steps.at(-1)}</span>
      </div>
    </div>
  )
}

/** What is being dragged over, from where the pointer went down to where it is; a click alone chooses nothing. */
function useDrag(count: number, onSelect: Parts['onSelect']) {
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null)
  const over = drag && {
    first: Math.min(drag.start, drag.end),
    last: Math.max(drag.start, drag.end),
  }
  const at = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return stepAt((clientX - left) / width, count)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0 || count < 2) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ start: at(event), end: at(event) })
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => drag && setDrag({ ...drag, end: at(event) }),
    onPointerUp: () => {
      setDrag(null)
      if (over && over.first < over.last) onSelect(over.first, over.last)
    },
    onPointerCancel: () => setDrag(null),
  }
  return { over, handlers }
}

function Table({ label, steps, series, amount }: Parts) {
  const t = useText()
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={label}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t(charts.day)}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            <tr key={step}>
              <th scope="row">{step}</th>
              {series.map(({ id, values }) => (
                <td key={id}>{amount(values[index] ?? 0n)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
