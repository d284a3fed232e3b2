import { nearestStep, scaleOf } from '../lib/scale.ts'
import classes from './Chart.module.css'
import { HEIGHT, WIDTH, type ChartContent } from './chart-content.ts'
import { Plot } from './Plot.tsx'

/** Lines over time, broken where there is no number; zero is always shown. */
export function Lines(content: ChartContent) {
  const { steps, series } = content
  const { y, low, high } = scaleOf(series.flatMap(({ values }) => values.filter((value) => value !== null)))
  const x = (index: number) => (steps.length < 2 ? WIDTH / 2 : (index / (steps.length - 1)) * WIDTH)
  const path = (values: readonly (bigint | null)[]) =>
    values.map((value, index) => {
      if (value === null) return ''
      const point = `${x(index)} ${y(value) * HEIGHT}`
      // A point without neighbours is a dot.
      return (values[index - 1] ?? null) === null ? `M${point} L${point}` : `L${point}`
    })
  return (
    <Plot
      content={content}
      high={high}
      low={low}
      stepAt={(place) => nearestStep(place, steps.length)}
      extent={({ first, last }) => ({ x: x(first), width: x(last) - x(first) })}
      clicks={false}
    >
      <line x1={0} x2={WIDTH} y1={y(0n) * HEIGHT} y2={y(0n) * HEIGHT} className={classes['zero']} />
      {series.map(({ id, values }) => (
        <path key={id} d={path(values).join(' ')} data-series={id} className={classes['line']} />
      ))}
    </Plot>
  )
}
