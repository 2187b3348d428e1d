import encodeQR from 'qr'
import classes from './qr-code.module.css'

/** Empty modules around the code; ISO/IEC 18004 requires four. */
const QUIET_ZONE = 4

type QrCodeProps = { text: string; label: string }

/** Dark on light in every theme: many scanners cannot read inverted codes. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const size = rows.length
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={rows.map(rowPath).join('')} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}

const rowPath = (row: boolean[], y: number) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')
