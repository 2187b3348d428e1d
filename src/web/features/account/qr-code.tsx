import encodeQR from 'qr'
import classes from './qr-code.module.css'

/** Empty squares around the code, as its standard asks. */
const QUIET_ZONE = 4

type QrCodeProps = { text: string; label: string }

/** Always dark on light, which every reader understands. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const size = rows.length
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={rows.map(pathOfRow).join('')} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}

const pathOfRow = (row: boolean[], y: number) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')
