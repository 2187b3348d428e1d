import { useMediaQuery } from '@mantine/hooks'
import { Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { t } from '#web/messages/t.ts'
import { useReading } from './hooks/use-reading.ts'
import { useBack } from './hooks/use-back.ts'
import { useLayer } from './hooks/use-layer.ts'
import { useStored } from './hooks/use-stored.ts'
import classes from './panes.module.css'

export type PaneName = 'pages' | 'chat'

type PanesProps = {
  /** Above all panes; on a phone, above the pages. */
  top?: ReactNode
  pages: ReactNode
  pagesLabel: string
  /** Null until pages are processed. */
  chat: ReactNode
  /** The open page; null for none. */
  reader: ReactNode
  /** Shown instead of the chat until there is one. */
  placeholder?: ReactNode
  onCloseReader?: () => void
  /** The pane a phone shows. */
  active?: PaneName
  onShow?: (pane: PaneName) => void
  /** Returns to the pane that was shown before; undefined for the first. */
  onBack?: (() => void) | undefined
}

const nothing = () => {}

/** Widths in pixels; the chat takes the rest. */
type Sizes = { pages: number; reader: number; pagesHidden: boolean }
const LIMITS = { pages: [256, 720], reader: [288, 880] } as const

/** A wide window has room for whole titles and for longer lines. */
const sizesFor = (window: number): Sizes => ({
  pages: Math.round(Math.min(720, Math.max(480, window * 0.28))),
  reader: Math.round(Math.min(640, Math.max(448, window * 0.25))),
  pagesHidden: false,
})

const isSizes = (stored: unknown): stored is Sizes =>
  typeof stored === 'object' && stored !== null && Object.keys(sizesFor(0)).every((key) => key in stored)

/**
 * Pages, chat and open page: side by side with remembered widths; with less room the open page in place of the pages; on
 * a phone one at a time.
 */
export function Panes({ top, pages, pagesLabel, chat, reader, placeholder, ...rest }: PanesProps) {
  const { onCloseReader = nothing, active = 'pages', onShow = nothing, onBack } = rest
  const isWide = useMediaQuery('(min-width: 62.0625em)', true, { getInitialValueInEffect: false })
  const [initial] = useState(() => sizesFor(window.innerWidth))
  const [sizes, setSizes] = useStored('readback:panes', initial, isSizes)
  const id = useId()
  const root = useReading<HTMLDivElement>()
  const isSheetOpen = !isWide && reader !== null
  useLayer(isSheetOpen, onCloseReader)
  useBack(!isWide && onBack !== undefined, onBack ?? nothing)
  const current = chat ? active : 'pages'
  return (
    <>
      {top && (
        <div className={classes.top} data-shown={current === 'pages' || undefined} data-collapses>
          {top}
        </div>
      )}
      <div
        ref={root}
        className={classes.panes}
        data-reading={(isWide && reader !== null) || undefined}
        data-no-chat={!chat || undefined}
        data-pages-hidden={sizes.pagesHidden || undefined}
        style={{ '--pages': `${sizes.pages}px`, '--reader': `${sizes.reader}px` } as CSSProperties}
      >
        <div id={`${id}-pages`} className={classes.pages} data-shown={current === 'pages' || undefined}>
          {pages}
        </div>
        <div className={classes.between}>
          {!sizes.pagesHidden && (
            <Separator
              label={t('common.resizePages')}
              controls={`${id}-pages`}
              width={sizes.pages}
              initial={initial.pages}
              limits={LIMITS.pages}
              onResize={(width) => setSizes((old) => ({ ...old, pages: width }))}
            />
          )}
          <FoldButton
            controls={`${id}-pages`}
            isFolded={sizes.pagesHidden}
            onToggle={() => setSizes((old) => ({ ...old, pagesHidden: !old.pagesHidden }))}
          />
        </div>
        <div className={classes.chat} data-shown={current === 'chat' || undefined}>
          {chat || placeholder}
        </div>
        {isWide && reader && (
          <>
            <div className={classes.between}>
              <Separator
                label={t('common.resizeReader')}
                controls={`${id}-reader`}
                width={sizes.reader}
                initial={initial.reader}
                limits={LIMITS.reader}
                fromEnd
                onResize={(width) => setSizes((old) => ({ ...old, reader: width }))}
              />
            </div>
            <aside id={`${id}-reader`} className={classes.reader} aria-label={t('foundPages.storedPage')}>
              {reader}
            </aside>
          </>
        )}
      </div>
      {chat && <PaneTabs current={current} pagesLabel={pagesLabel} onShow={onShow} />}
      {isSheetOpen && (
        <Modal.Root
          opened
          onClose={onCloseReader}
          closeOnEscape={false}
          fullScreen
          classNames={{ content: classes.sheet }}
        >
          <Modal.Content aria-label={t('foundPages.storedPage')}>{reader}</Modal.Content>
        </Modal.Root>
      )}
    </>
  )
}

type FoldButtonProps = { controls: string; isFolded: boolean; onToggle: () => void }

function FoldButton({ controls, isFolded, onToggle }: FoldButtonProps) {
  const label = isFolded ? t('common.showPages') : t('common.hidePages')
  return (
    <button
      type="button"
      className={classes.fold}
      aria-expanded={!isFolded}
      aria-controls={controls}
      aria-label={label}
      data-hint={label}
      onClick={onToggle}
    >
      {isFolded ? <IconChevronRight size={16} aria-hidden /> : <IconChevronLeft size={16} aria-hidden />}
    </button>
  )
}

type PaneTabsProps = { current: PaneName; pagesLabel: string; onShow: (pane: PaneName) => void }

/** Which pane a phone shows. */
function PaneTabs({ current, pagesLabel, onShow }: PaneTabsProps) {
  return (
    <nav className={classes.tabs} aria-label={t('common.panes')}>
      <button type="button" aria-pressed={current === 'pages'} onClick={() => onShow('pages')}>
        {pagesLabel}
      </button>
      <button type="button" aria-pressed={current === 'chat'} onClick={() => onShow('chat')}>
        {t('common.chat')}
      </button>
    </nav>
  )
}

type SeparatorProps = {
  label: string
  /** Id of the pane that it resizes. */
  controls: string
  width: number
  initial: number
  limits: readonly [min: number, max: number]
  /** The pane is on the far side, so that moving left widens it. */
  fromEnd?: boolean
  onResize: (width: number) => void
}

const STEP_PX = 16

/** The movable line between two panes (ARIA window splitter): drag, arrow keys, Home and End; a double click resets. */
function Separator({ label, controls, width, initial, limits, fromEnd = false, onResize }: SeparatorProps) {
  const [min, max] = limits
  const resize = (to: number) => onResize(Math.round(Math.min(max, Math.max(min, to))))
  // A narrow window may show less than the stored width.
  const shownWidth = () => document.getElementById(controls)?.getBoundingClientRect().width ?? width

  function onKeyDown(event: KeyboardEvent) {
    const wider = fromEnd ? 'ArrowLeft' : 'ArrowRight'
    const narrower = fromEnd ? 'ArrowRight' : 'ArrowLeft'
    if (event.key === wider) resize(shownWidth() + STEP_PX)
    else if (event.key === narrower) resize(shownWidth() - STEP_PX)
    else if (event.key === 'Home') resize(min)
    else if (event.key === 'End') resize(max)
    else return
    event.preventDefault()
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    const line = event.currentTarget
    const [from, start] = [event.clientX, shownWidth()]
    const move = ({ clientX }: globalThis.PointerEvent) => resize(start + (fromEnd ? from - clientX : clientX - from))
    line.setPointerCapture(event.pointerId)
    line.addEventListener('pointermove', move)
    line.addEventListener('lostpointercapture', () => line.removeEventListener('pointermove', move), { once: true })
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={width}
      tabIndex={0}
      className={classes.separator}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => onResize(initial)}
    />
  )
}
