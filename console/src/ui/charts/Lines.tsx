import { isFlatZero, nearestStep, scaleOf } from '../../lib/values/scale.ts'
import classes from './Chart.module.css'
import { HEIGHT, WIDTH, type ChartContent } from './chart-content.ts'
import { Plot } from './Plot.tsx'

type Values = readonly (bigint | null)[]

const hasAt = (values: Values, index: number) => (values[index] ?? null) !== null

/**
 * The lines of a chart. A line has a gap where a value is missing. The vertical scale includes zero. A line that is zero
 * throughout is not drawn, because such lines cover each other.
 */
export function Lines(content: ChartContent) {
  const { steps, series } = content
  const { y, low, high } = scaleOf(series.flatMap(({ values }) => values.filter((value) => value !== null)))
  const drawn = series.filter(({ values }) => !isFlatZero(values))
  const x = (index: number) => (steps.length < 2 ? WIDTH / 2 : (index / (steps.length - 1)) * WIDTH)
  const at = (index: number, value: bigint) => `${x(index)} ${y(value) * HEIGHT}`
  const line = (values: Values) =>
    values.map((value, index) =>
      value === null ? '' : `${hasAt(values, index - 1) ? 'L' : 'M'}${at(index, value)}`,
    )
  // A single value between two gaps is drawn as a dot, because a line needs two values.
  const dots = (values: Values) =>
    values.map((value, index) =>
      value === null || hasAt(values, index - 1) || hasAt(values, index + 1) ? '' : `M${at(index, value)} h0`,
    )
  return (
    <Plot
      content={content}
      high={high}
      low={low}
      stepAt={(place) => nearestStep(place, steps.length)}
      extent={({ first, last }) => ({ x: x(first), width: x(last) - x(first) })}
      clickable={false}
    >
      <line x1={0} x2={WIDTH} y1={y(0n) * HEIGHT} y2={y(0n) * HEIGHT} className={classes.zero} />
      {drawn.map(({ id, values, tint, dashed }) => (
        <g key={id} data-tint={tint} data-dashed={dashed} className={classes.line}>
          <path d={line(values).join(' ')} />
          <path d={dots(values).join(' ')} className={classes.dots} />
        </g>
      ))}
    </Plot>
  )
}
