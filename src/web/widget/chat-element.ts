/**
 * `<readback-chat notebook="ADDRESS">`: a published notebook as a button with a chat, or with mode="page" as a page.
 */
import { type AnswerDone, type AnswerEvent, CLOSEST } from '#shared/chat/answer-stream.ts'
import { HISTORY_MAX_MESSAGES } from '#shared/chat/chat-limits.ts'
import type { Citation } from '#shared/chat/chats.ts'
import type { PublishedSite } from '#shared/chat/publications.ts'
import { plainSentence } from '#shared/chat/plain-text.ts'
import { liveLink } from '#web/features/page-viewer/live-link.ts'
import { drawAnswer } from './draw-answer.ts'
import { el, link } from './elements.ts'
import { drawText } from './formulas.ts'
import { REFUSED, type Texts, textsIn } from './texts.ts'
import { openTurnStore, type Source, type Turn, type TurnStore } from './turn-store.ts'
import { textOn } from '#web/ui/text-on.ts'
import { createVisitorApi, type VisitorMessage, type VisitorApi, VisitorError } from '#web/api/visitor-api.ts'
import css from './widget.css?inline'

/** A visitor who types searches once per pause, not once per key. */
const SEARCH_DELAY_MS = 250

export type WidgetEvents = {
  open: object
  close: object
  question: { question: string }
  answer: { question: string; answer: string; citations: Citation[]; answered: boolean }
  error: { message: string }
}

const isAnswered = (kind: string) => kind === 'answer' || kind === 'small-talk'

export class ChatElement extends HTMLElement {
  private readonly shadow = this.attachShadow({ mode: 'open' })
  private texts: Texts = textsIn('en')
  private api: VisitorApi = createVisitorApi('', '')
  private server = ''
  private panel: HTMLElement = el('div')
  private log: HTMLElement = el('div')
  private field: HTMLTextAreaElement = el('textarea')
  private submit: HTMLButtonElement = el('button')
  private launcher: HTMLButtonElement | null = null
  private site: PublishedSite | null = null
  private turns: Turn[] = []
  private store: TurnStore | null = null
  private isBusy = false
  private isLoading = false

  connectedCallback() {
    // Called again each time the site moves the element.
    if (this.site || this.isLoading) return
    this.texts = textsIn(this.getAttribute('lang') || document.documentElement.lang || navigator.language)
    this.server = this.getAttribute('server') ?? ''
    const notebook = this.getAttribute('notebook') ?? ''
    this.api = createVisitorApi(this.server, notebook)
    this.store = openTurnStore(`readback ${this.server} ${notebook}`, () => sessionStorage)
    const sheet = new CSSStyleSheet()
    // A constructed style sheet needs no permission of the embedding site's content security policy.
    sheet.replaceSync(css)
    this.shadow.adoptedStyleSheets = [sheet]
    this.isLoading = true
    void this.load().finally(() => (this.isLoading = false))
  }

  /** Opens the chat; on a page it moves the focus to the question. */
  open = () => {
    if (!this.site) return
    if (this.panel instanceof HTMLDialogElement && !this.panel.open) {
      // On a phone the chat covers the page, which must not be reachable behind it.
      if (matchMedia('(max-width: 520px)').matches) this.panel.showModal()
      else this.panel.show()
      this.launcher?.setAttribute('aria-expanded', 'true')
      // A closed dialog has forgotten how far it was scrolled.
      Array.from(this.log.querySelectorAll('.asked')).at(-1)?.scrollIntoView({ block: 'start' })
      this.tell('open', {})
    }
    this.field.focus()
  }

  close = () => {
    if (this.panel instanceof HTMLDialogElement) this.panel.close()
  }

  /** Opens the chat and asks. */
  ask = async (question: string) => {
    const asked = question.trim()
    if (!asked || this.isBusy || !this.site) return
    this.open()
    this.setBusy(true)
    this.tell('question', { question: asked })
    const answer = el('div', { class: 'answer' }, el('p', { class: 'thinking' }, this.texts.thinking))
    const shown = this.drawQuestion(asked)
    this.log.append(shown, answer)
    answer.scrollIntoView({ block: 'nearest' })
    try {
      await this.writeAnswer(asked, answer)
    } catch (error) {
      const message = this.messageOf(error)
      answer.replaceChildren(el('p', { role: 'alert' }, message), ...this.contact())
      this.field.value ||= asked
      this.tell('error', { message })
    }
    this.setBusy(false)
    if (this.hasFocus()) this.field.focus({ preventScroll: true })
    // The answer is read from its beginning.
    shown.scrollIntoView({ block: 'start' })
  }

  private drawQuestion = (question: string) =>
    el('p', { class: 'asked' }, el('span', { class: 'hidden' }, `${this.texts.you}: `), question)

  /** The conversation from before the page was loaded. */
  private restore() {
    const turns = this.store?.read() ?? []
    try {
      this.log.append(
        ...turns.flatMap((turn) => [
          this.drawQuestion(turn.question),
          el('div', { class: 'answer' }, ...this.drawTurn(turn)),
        ]),
      )
      this.turns = turns
    } catch {
      // Text that cannot be drawn is not what the widget has stored.
      this.store?.clear()
    }
  }

  /** False where the visitor has moved on to something else, such as the page search. */
  private hasFocus(): boolean {
    const focused = this.shadow.activeElement ?? document.activeElement
    return focused === document.body || this.log.contains(focused) || this.field.form?.contains(focused) === true
  }

  private async load() {
    const isPage = this.getAttribute('mode') === 'page'
    this.site = await this.api.site().catch((error: unknown) => {
      if (!isPage && error instanceof VisitorError && error.isRefusal) this.warnOwner()
      return null
    })
    if (!this.site) {
      // On another site, visitors see no trace of a widget that may not be shown.
      if (isPage) this.shadow.replaceChildren(el('p', { role: 'alert' }, this.texts.gone))
      return
    }
    this.style.setProperty('--brand', this.site.color)
    this.style.setProperty('--on-brand', textOn(this.site.color))
    this.draw(this.site, isPage)
    this.dispatchEvent(new CustomEvent('readback:ready'))
  }

  /** For the developer of the site. */
  private warnOwner() {
    const notebook = this.getAttribute('notebook') ?? ''
    // eslint-disable-next-line no-console -- the only place on another site where its developer looks
    console.warn(REFUSED.replace('{site}', location.origin).replace('{notebook}', notebook))
  }

  private draw(site: PublishedSite, isPage: boolean) {
    const { texts } = this
    this.log = el('div', { class: 'log', role: 'log', 'aria-live': 'polite', 'aria-busy': 'false', tabindex: '0' })
    this.log.setAttribute('aria-label', site.title)
    this.field = el('textarea', {
      rows: '1',
      maxlength: '4000',
      'aria-label': texts.question,
      placeholder: texts.question,
      keydown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
        event.preventDefault()
        this.send()
      },
    })
    this.submit = el('button', { type: 'submit' }, texts.send)
    const form = el(
      'form',
      {
        submit: (event: Event) => {
          event.preventDefault()
          this.send()
        },
      },
      this.field,
      this.submit,
    )
    const intro = el('p', {}, site.intro || texts.intro)
    const title = el('h1', { id: 'title' }, site.title)
    const logo = site.logo ? [el('img', { src: site.logo, alt: '' })] : []
    const footer = el(
      'footer',
      {},
      el('span', {}, texts.privacy),
      ...(site.powered_by ? [link(new URL(site.url).origin, texts.poweredBy, texts.newTab)] : []),
    )
    if (isPage) {
      this.restore()
      this.panel = el(
        'main',
        { class: 'panel page' },
        el('header', {}, ...logo, el('div', {}, title, intro)),
        this.log,
        form,
        this.pageList(),
        footer,
      )
      this.shadow.replaceChildren(this.panel)
      return
    }
    // It scrolls away with the first question.
    this.log.append(intro)
    this.restore()
    const close = el('button', { type: 'button', class: 'close', 'aria-label': texts.close, click: this.close }, '×')
    const dialog = el(
      'dialog',
      { class: 'panel', id: 'chat', 'aria-labelledby': 'title' },
      el('header', {}, ...logo, el('div', {}, title), close),
      this.log,
      form,
      footer,
    )
    dialog.addEventListener('keydown', (event) => event.key === 'Escape' && this.close())
    dialog.addEventListener('close', () => {
      this.launcher?.setAttribute('aria-expanded', 'false')
      this.launcher?.focus()
      this.tell('close', {})
    })
    this.panel = dialog
    this.launcher = el(
      'button',
      { type: 'button', class: 'launcher', 'aria-expanded': 'false', 'aria-controls': 'chat', click: this.open },
      texts.open,
    )
    this.shadow.append(this.launcher, dialog)
  }

  private send() {
    const question = this.field.value
    if (!question.trim() || this.isBusy) return
    this.field.value = ''
    void this.ask(question)
  }

  private setBusy(isBusy: boolean) {
    this.isBusy = isBusy
    this.submit.disabled = isBusy
    this.log.setAttribute('aria-busy', String(isBusy))
  }

  private async writeAnswer(question: string, answer: HTMLElement) {
    let text = ''
    let citations: Citation[] = []
    let done: AnswerDone | null = null
    let failure: string | null = null
    const onEvent = ({ event, data }: AnswerEvent) => {
      if (event === 'delta') text += data.text
      if (event === 'replace') ({ text } = data)
      if (event === 'citations') citations = data
      if (event === 'done') done = data
      if (event === 'error') failure = data.error.message
      answer.toggleAttribute('data-tentative', text.startsWith(CLOSEST))
      if (text) answer.replaceChildren(...this.drawText(text, []))
    }
    const history = this.turns.flatMap((turn): VisitorMessage[] => [
      { role: 'user', content: turn.question },
      { role: 'assistant', content: turn.text },
    ])
    const feedbackId = await this.api.ask(question, history.slice(-HISTORY_MAX_MESSAGES), onEvent)
    if (failure !== null || !done) throw new VisitorError(failure ?? '')
    const { kind = 'answer', languages } = (done as AnswerDone).used
    const sources = citations.map(({ marker, url, title, sentence, state }) => ({
      marker,
      url,
      title,
      sentence,
      state,
    }))
    const turn = { question, text, kind, sources, language: languages?.pages ?? '', feedbackId }
    answer.replaceChildren(...this.drawTurn(turn))
    this.turns.push(turn)
    this.store?.write(this.turns)
    this.tell('answer', { question, answer: text, citations, answered: isAnswered(kind) })
  }

  private drawTurn({ text, kind, sources, language, feedbackId }: Turn): Node[] {
    return [
      ...(language ? [el('p', { class: 'note' }, this.otherLanguage(language))] : []),
      ...this.drawText(this.inLanguage(text, kind), sources),
      ...this.sources(sources),
      ...(isAnswered(kind) ? [] : this.contact()),
      ...(kind === 'refused' ? [] : [this.feedback(feedbackId)]),
    ]
  }

  private otherLanguage(ofPages: string): string {
    const name = new Intl.DisplayNames(this.texts.tag, { type: 'language' }).of(ofPages) ?? ofPages
    return this.texts.otherLanguage.replace('{language}', name)
  }

  /** The server's words are English. */
  private messageOf(error: unknown): string {
    const { limit, failed, ended } = this.texts
    if (!(error instanceof VisitorError)) return failed
    if (error.isGone) return ended
    return (limit === '' ? error.message : error.isLimit && limit) || failed
  }

  /** The fixed English opening of an answer without a source, in the widget's language. */
  private inLanguage(text: string, kind: string): string {
    const opening = kind === 'refused' ? this.texts.notAnswered : kind === 'closest' ? this.texts.closest : null
    return opening === null ? text : text.replace(/^[^\n]*/, opening)
  }

  private drawText(text: string, sources: Source[]): Node[] {
    const known = new Set(sources.map(({ marker }) => marker))
    const mark = (marker: number) => {
      const number = `[${marker}]`
      if (!known.has(marker)) return el('sup', {}, number)
      const show = (event: Event) => {
        event.preventDefault()
        const answer = event.currentTarget instanceof Element && event.currentTarget.closest('.answer')
        if (answer) answer.querySelector<HTMLElement>(`[data-marker="${marker}"]`)?.focus()
      }
      return el(
        'sup',
        {},
        el('a', { href: `#source-${marker}`, 'aria-label': `${this.texts.sources} ${marker}`, click: show }, number),
      )
    }
    return drawAnswer(text, { mark, newTab: this.texts.newTab, server: this.server })
  }

  private sources(sources: Source[]): Node[] {
    if (sources.length === 0) return []
    const items = sources.map(({ marker, url, title, sentence, state }) => {
      const item = el('li', { value: String(marker), 'data-marker': String(marker), tabindex: '-1' })
      if (url) item.append(link(liveLink(url, sentence), title || url, this.texts.newTab), ' ')
      item.append(el('span', { class: 'state' }, this.texts.states[state]))
      if (sentence) item.append(el('blockquote', {}, ...drawText(plainSentence(sentence), this.server)))
      return item
    })
    return [el('ol', { class: 'sources', 'aria-label': this.texts.sources }, ...items)]
  }

  private contact(): Node[] {
    const contact = this.site?.contact
    return contact ? [el('p', {}, link(contact, this.texts.contact, this.texts.newTab))] : []
  }

  private feedback(id: string): Node {
    const thanks = el('span', { role: 'status' })
    const buttons = ([true, false] as const).map((helpful) => {
      const press = () => {
        for (const each of buttons) each.setAttribute('aria-pressed', String(each === button))
        void this.api.feedback(id, helpful).then(
          () => (thanks.textContent = this.texts.thanks),
          () => (thanks.textContent = this.texts.failed),
        )
      }
      const text = helpful ? this.texts.helpful : this.texts.unhelpful
      const button: HTMLButtonElement = el('button', { type: 'button', 'aria-pressed': 'false', click: press }, text)
      return button
    })
    return el('div', { class: 'actions' }, ...buttons, thanks)
  }

  /** The published pages, loaded when the list is opened. */
  private pageList(): Node {
    const { texts } = this
    const list = el('ul')
    const more = el('button', { type: 'button', class: 'more', hidden: true }, texts.morePages)
    const status = el('p', { role: 'status' })
    let next: string | null = null
    let timer = 0
    const search = el('input', { type: 'search', 'aria-label': texts.searchPages, placeholder: texts.searchPages })
    const setBusy = (isBusy: boolean) => more.setAttribute('aria-disabled', String(isBusy))
    const show = async (isMore: boolean) => {
      const query = search.value
      setBusy(true)
      const found = await this.api.pages(query, isMore ? next : null).catch(() => null)
      // The visitor types on, and the next search is due.
      if (query !== search.value) return
      setBusy(false)
      const items = (found?.pages ?? []).map(({ url, title }) => el('li', {}, link(url, title || url, texts.newTab)))
      if (isMore) list.append(...items)
      else list.replaceChildren(...items)
      status.textContent = !found ? texts.failed : list.children.length === 0 ? texts.noPages : ''
      next = found?.next ?? null
      more.hidden = next === null
    }
    search.addEventListener('input', () => {
      setBusy(true)
      clearTimeout(timer)
      timer = window.setTimeout(() => void show(false), SEARCH_DELAY_MS)
    })
    more.addEventListener('click', () => {
      if (more.ariaDisabled !== 'true') void show(true)
    })
    const count = this.site?.page_count ?? 0
    const summary = el('summary', {}, `${texts.pages} (${count.toLocaleString(texts.tag)})`)
    const details = el('details', { class: 'pages' }, summary, search, status, list, more)
    details.addEventListener('toggle', () => {
      if (details.open && list.children.length === 0) void show(false)
    })
    return details
  }

  private tell<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]) {
    this.dispatchEvent(new CustomEvent(`readback:${name}`, { detail, bubbles: true, composed: true }))
  }
}
