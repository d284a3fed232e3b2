import { scaleOf, slotAt, stacked } from '../../lib/values/scale.ts'
import classes from './Chart.module.css'
import { HEIGHT, WIDTH, type ChartContent } from './chart-content.ts'
import { Plot } from './Plot.tsx'

/** The share of a step's width that the bar fills. The rest is the gap between the bars. */
const FILLED = 0.8

/** Stacked bars, one for each step. Values must not be negative. */
export function Bars(content: ChartContent) {
  const { steps, series } = content
  const stacks = stacked(steps.length, series)
  const { y, high } = scaleOf(stacks.map(({ total }) => total))
  const tints = new Map(series.map(({ id, tint }) => [id, tint]))
  const slot = WIDTH / Math.max(steps.length, 1)
  return (
    <Plot
      content={content}
      high={high}
      low={0n}
      stepAt={(place) => slotAt(place, steps.length)}
      extent={({ first, last }) => ({ x: first * slot, width: (last + 1 - first) * slot })}
      clickable
    >
      {stacks.map(({ parts }, index) =>
        parts.map(({ id, from, to }) => (
          <rect
            key={`${index} ${id}`}
            data-tint={tints.get(id)}
            className={classes.bar}
            x={(index + (1 - FILLED) / 2) * slot}
            width={slot * FILLED}
            y={y(to) * HEIGHT}
            height={(y(from) - y(to)) * HEIGHT}
          />
        )),
      )}
    </Plot>
  )
}
