import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Citation } from '#shared/chat/chats.ts'
import { GoneNote } from '#web/features/claims/gone-note.tsx'
import { Quote } from '#web/features/claims/quote.tsx'
import { StateLabel } from '#web/features/claims/state-label.tsx'
import { goneText, stateName, stateTip } from '#web/features/claims/state-name.ts'
import { t } from '#web/messages/t.ts'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import classes from './citation-marker.module.css'
import { plainSentence } from '#shared/chat/plain-text.ts'

type CitationMarkerProps = {
  citation: Citation
  onCite: (citation: Citation) => void
  /**
   * Shows the source on this side while the pointer is on the number, when the Tab key gets there, or when it is
   * tapped. Where there is no space for it, on the other side.
   */
  card?: CardSide
}
type CardSide = 'above' | 'below'

/**
 * The number in an answer that opens the cited page, with a sign for its state. Claims without a source show a label.
 */
export function CitationMarker({ citation, onCite, card }: CitationMarkerProps) {
  const { marker, state, gone } = citation
  const title = useShortTitle()(citation)
  const { isOpen, close, anchorProps, openByTap } = useCard()
  if (state === 'not-found') {
    return (
      <span className={classes.notFound} title={stateTip(state)}>
        {stateName(state)}
      </span>
    )
  }
  const name = stateName(state)
  const button = (
    <button
      type="button"
      className={classes.marker}
      data-state={state}
      data-gone={gone}
      aria-label={t('assistant.citation', {
        marker,
        title,
        state: gone ? t('claims.stateGone', { state: name }) : name,
      })}
      title={card ? undefined : goneText(citation) || stateTip(state)}
      onClick={() => (card && openByTap()) || onCite(citation)}
    >
      {marker}
    </button>
  )
  if (!card) return button
  return (
    <span {...anchorProps}>
      {button}
      {isOpen && <SourceCard citation={citation} side={card} onCite={onCite} onClose={close} />}
    </span>
  )
}

type SourceCardProps = { citation: Citation; side: CardSide; onCite: (citation: Citation) => void; onClose: () => void }

/** The cited page and sentence, beside the line of the parent element. */
function SourceCard({ citation, side, onCite, onClose }: SourceCardProps) {
  const shortTitle = useShortTitle()
  const card = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = card.current
    const anchor = element?.parentElement?.getBoundingClientRect()
    if (!element || !anchor) return
    element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    const above = anchor.top - height - GAP_PX
    const below = anchor.bottom + GAP_PX
    const fits = side === 'below' ? below + height <= window.innerHeight : above >= 0
    const hasMoreSpaceBelow = anchor.top < window.innerHeight / 2
    const isBelow = fits ? side === 'below' : hasMoreSpaceBelow
    element.style.left = `${Math.max(GAP_PX, Math.min(anchor.left, window.innerWidth - width - GAP_PX))}px`
    element.style.top = `${isBelow ? below : above}px`
  }, [side])
  useEffect(() => {
    // The card does not move with the answer.
    window.addEventListener('scroll', onClose, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', onClose, { capture: true })
  }, [onClose])
  function openPage() {
    // The card closes meanwhile: the focus returns to its number.
    card.current?.parentElement?.querySelector('button')?.focus({ preventScroll: true })
    onCite(citation)
  }
  return (
    // Spans, because a paragraph contains it.
    <span ref={card} popover="manual" className={classes.card}>
      <span className={classes.page}>{shortTitle(citation)}</span>
      <Quote text={plainSentence(citation.sentence)} className={classes.sentence} />
      {citation.gone && <GoneNote citation={citation} />}
      <span className={classes.actions}>
        <StateLabel state={citation.state} />
        {/* Not a stop of the Tab key: Enter on the number does the same. */}
        <button type="button" tabIndex={-1} className={classes.open} onClick={openPage}>
          {t('assistant.openPage')}
        </button>
      </span>
    </span>
  )
}

const OPEN_DELAY_MS = 200
/** Time to move the pointer from the number to its card. */
const CLOSE_DELAY_MS = 200
const GAP_PX = 6

/**
 * Opens a card while the pointer is in the element with `anchorProps`, when the Tab key gets there, or after a tap on
 * it.
 */
function useCard() {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<number | undefined>(undefined)
  const isTouch = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  const close = useCallback(() => setIsOpen(false), [])
  const open = () => setIsOpen(true)
  const schedule = (action: () => void, delayMs: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(action, delayMs)
  }

  return {
    isOpen,
    close,
    /** True when a tap opened the card instead of the page. */
    openByTap() {
      if (!isTouch.current || isOpen) return false
      open()
      return true
    },
    anchorProps: {
      onPointerEnter({ pointerType }: PointerEvent) {
        if (pointerType === 'mouse') schedule(open, OPEN_DELAY_MS)
      },
      onPointerLeave({ pointerType }: PointerEvent) {
        if (pointerType === 'mouse') schedule(close, CLOSE_DELAY_MS)
      },
      onPointerDown: ({ pointerType }: PointerEvent) => void (isTouch.current = pointerType === 'touch'),
      // Not on every focus: closing the page returns it here, and the card would cover what is clicked next.
      onKeyUp: ({ key }: KeyboardEvent) => void (key === 'Tab' && open()),
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget)) schedule(close, CLOSE_DELAY_MS)
      },
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      },
    },
  }
}
