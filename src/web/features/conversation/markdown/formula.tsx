import { useEffect, useRef, useState } from 'react'
import classes from './cited-text.module.css'

type FormulaProps = { tex: string; display: boolean }

/** A formula as MathML; its TeX source until the library has loaded, and when it cannot be read. */
export function Formula({ tex, display }: FormulaProps) {
  const host = useRef<HTMLSpanElement>(null)
  const [failed, setFailed] = useState('')
  useEffect(() => {
    let isCurrent = true
    void import('temml')
      .then(({ default: temml }) => {
        const element = host.current
        // Builds elements instead of HTML, which the content security policy would strip of its styles.
        if (isCurrent && element) temml.render(tex, element, { displayMode: display, throwOnError: true, ...LIMITS })
      })
      .catch(() => isCurrent && setFailed(tex))
    return () => {
      isCurrent = false
    }
  }, [tex, display])
  if (failed === tex) return <code>{tex}</code>
  return (
    // A new element for each formula, because React does not know what is rendered into it.
    <span key={tex} ref={host} className={display ? classes.display : undefined}>
      {tex}
    </span>
  )
}

/** A model may repeat what a hostile page says: no links, no endless macros, no page-sized elements. */
const LIMITS = { trust: false, maxExpand: 200, maxSize: [20, 20] as [number, number] }
