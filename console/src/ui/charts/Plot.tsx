import { useState, type PointerEvent, type ReactNode } from 'react'
import classes from './Chart.module.css'
import { HEIGHT, WIDTH, formattedValue, type ChartContent } from './chart-content.ts'

/** A range of steps, both ends included. */
type Steps = { first: number; last: number }

/**
 * The plot area of a chart. This area shows the scale, the labels, the values under the pointer, and the range selected
 * by dragging.
 */
export function Plot(props: {
  content: ChartContent
  high: bigint
  low: bigint
  /** Returns the index of the step at a horizontal position from 0 (left) to 1 (right). */
  stepAt: (place: number) => number
  /** Returns the left edge and the width of a range of steps, in units of the SVG view box. */
  extent: (steps: Steps) => { x: number; width: number }
  /** Whether a click selects a single step. */
  clickable: boolean
  children: ReactNode
}) {
  const { content, extent } = props
  const { over, dragged, handlers } = usePointer(props.stepAt, ({ first, last }) => {
    if (first < last || props.clickable) content.onSelect(first, last)
  })
  return (
    <div className={classes.plot}>
      <div className={classes.scale} aria-hidden>
        <span>{content.format(props.high)}</span>
        <span>{content.format(props.low)}</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes.lines}
        role="img"
        aria-label={content.label}
        {...handlers}
      >
        {dragged && <rect {...extent(dragged)} height={HEIGHT} className={classes.chosen} />}
        {props.children}
        {over !== null && <Pointer {...extent({ first: over, last: over })} />}
      </svg>
      <div className={classes.ends} aria-hidden>
        {over === null || over >= content.steps.length ? (
          <Ends steps={content.steps} />
        ) : (
          <Readout content={content} step={over} />
        )}
      </div>
    </div>
  )
}

function Pointer({ x, width }: { x: number; width: number }) {
  const middle = x + width / 2
  return <line x1={middle} x2={middle} y1={0} y2={HEIGHT} className={classes.zero} />
}

function Ends({ steps }: { steps: ChartContent['steps'] }) {
  return (
    <>
      <span>{steps[0]}</span>
      <span>{steps.length > 1 && steps.at(-1)}</span>
    </>
  )
}

/** The values of the step under the pointer. */
function Readout({ content, step }: { content: ChartContent; step: number }) {
  return (
    <span className={classes.readout}>
      <strong>{content.steps[step]}</strong>
      {content.series.map(({ id, name, tint, values }) => (
        <span key={id} data-tint={tint}>
          {name} {formattedValue(content, values[step])}
        </span>
      ))}
    </span>
  )
}

/** Tracks the step under the pointer and the range selected by dragging. */
function usePointer(stepAt: (place: number) => number, onSelect: (steps: Steps) => void) {
  const [over, setOver] = useState<number | null>(null)
  const [start, setStart] = useState<number | null>(null)
  const dragged =
    start === null || over === null ? null : { first: Math.min(start, over), last: Math.max(start, over) }
  const at = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return stepAt((clientX - left) / width)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setOver(at(event))
      setStart(at(event))
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => setOver(at(event)),
    onPointerUp: () => {
      setStart(null)
      if (!dragged) return
      // Selecting a range replaces the steps of the chart, so the old index no longer belongs to the step under the
      // pointer.
      setOver(null)
      onSelect(dragged)
    },
    onPointerCancel: () => setStart(null),
    onPointerLeave: () => setOver(null),
  }
  return { over, dragged, handlers }
}
