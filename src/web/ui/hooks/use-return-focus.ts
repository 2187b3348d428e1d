import { useLayoutEffect } from 'react'

/**
 * Returns the focus when a layer closes: when `opened` ends, or when what calls this is unmounted. Mantine's Modal
 * returns it only on `opened={false}`, only if it was mounted before it opened, and never from an opener that is gone.
 */
export function useReturnFocus(opened: boolean) {
  useLayoutEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    const path = pathOf(opener)
    return () => {
      // Until it has faded out, the layer has the focus.
      const atClose = document.activeElement
      setTimeout(() => {
        const { activeElement } = document
        if (activeElement === document.body || activeElement === atClose) returnTo(opener, path)
      })
    }
  }, [opened])
}

/** The elements around an element, innermost first, each with the place of the one before. */
type Path = { parent: Element; index: number }[]

function pathOf(element: Element | null): Path {
  const path: Path = []
  for (let at = element; at?.parentElement; at = at.parentElement) {
    path.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) })
  }
  return path
}

/** Focuses `opener`. If it was deleted with its row, the next row, or else the heading above or the screen. */
function returnTo(opener: Element | null, path: Path) {
  const kept = path.filter(({ parent }) => parent.isConnected)
  const isKept = opener !== document.body && opener?.isConnected
  const target = isKept ? opener : (nextRow(kept[0]) ?? headingAbove(kept) ?? document.querySelector('main'))
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

function nextRow(around: Path[number] | undefined) {
  if (!around?.parent.matches('ul, ol, tbody')) return undefined
  const rows = around.parent.children
  return rows[Math.min(around.index, rows.length - 1)]?.querySelector('a[href], button')
}

function headingAbove(path: Path) {
  const section = path.find(({ parent }) => parent.matches('section, [role=dialog]'))?.parent
  const heading = section?.querySelector<HTMLElement>('h1, h2, h3')
  if (heading) heading.tabIndex = -1
  return heading
}
