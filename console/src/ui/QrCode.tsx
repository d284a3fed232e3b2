import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** The picture of a text, dark on light in both schemes because cameras expect that. */
export function QrCode(props: { text: string; label: string }) {
  const { data, size } = encode(props.text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={classes['code']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={props.label}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#101417" shapeRendering="crispEdges" />
    </svg>
  )
}
