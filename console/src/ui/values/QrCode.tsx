import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** ISO 18004 requires a quiet zone of four light modules. With fewer, some cameras do not find the code. */
const QUIET_ZONE_MODULES = 4

/** A QR code, dark on light in both colour schemes, because cameras expect a dark code on a light background. */
export function QrCode(props: { text: string; label: string }) {
  const { data, size } = encode(props.text, { ecc: 'M', border: QUIET_ZONE_MODULES })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={props.label}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#101417" shapeRendering="crispEdges" />
    </svg>
  )
}
