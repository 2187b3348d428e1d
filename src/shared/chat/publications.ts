/** A published notebook: its public page /k/{address}, the widget for other sites, and what visitors may do. */
import { z } from 'zod'
import { invalid } from '#shared/errors.ts'
import { visibleText } from '#shared/visible-text.ts'
import { AskUnsaved, Question } from './chats.ts'

/** Where published notebooks are: `/k/{address}`. */
export const PUBLISHED_PATH = '/k/'
export const PUBLICATION_LIMITS = { title: 80, intro: 300, logoBytes: 64 * 1024, dailyQuestions: 100_000 }

/** The element with which a site shows the widget; without `language`, in that of the page, or else of the visitor. */
export function widgetTag({ appUrl, address, language }: { appUrl: string; address: string; language?: string }) {
  const lang = language ? ` data-lang="${language}"` : ''
  return `<script src="${appUrl}/widget.js" data-notebook="${address}"${lang} async></script>`
}

/** An origin as browsers send it: `https://docs.example.org`, without a path. */
const SiteOrigin = z
  .string()
  .max(200)
  .regex(/^https?:\/\//, { error: invalid('publication.origin-scheme'), abort: true })
  .regex(/^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, invalid('publication.origin-invalid'))

const Contact = z.url({ protocol: /^(https?|mailto)$/ })

export const PublicationSettings = z.object({
  /** The last part of the public page's address. */
  address: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/, invalid('publication.address-invalid')),
  title: visibleText().max(PUBLICATION_LIMITS.title),
  /** One or two sentences above the question field. */
  intro: z.string().trim().max(PUBLICATION_LIMITS.intro).default(''),
  /** Of the button and the links, as #rrggbb. */
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, invalid('publication.color-invalid'))
    .default('#0b6e4f'),
  /** An image as a data: URL; '' for none. */
  logo: z
    .string()
    // `logoBytes` as base64, and what a data: URL begins with.
    .max(90_000, invalid('publication.logo-too-large'))
    .regex(/^(data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+)?$/, invalid('publication.logo-invalid'))
    .default(''),
  /** Where a visitor can turn when the pages do not answer: a web address or mailto:, which is added to an email address; '' for none. */
  contact: z
    .string()
    .trim()
    .max(300)
    .transform((typed) => (z.email().safeParse(typed).success ? `mailto:${typed}` : typed))
    .refine((contact) => contact === '' || Contact.safeParse(contact).success, invalid('publication.contact-invalid'))
    .default(''),
  /** Sites that may embed the widget. The public page needs no entry. */
  origins: z.array(SiteOrigin).max(20).default([]),
  /** Questions of all visitors in one day. */
  daily_questions: z.number().int().min(1).max(PUBLICATION_LIMITS.dailyQuestions).default(500),
  /** Whether the page says “Powered by Readback”. */
  powered_by: z.boolean().default(true),
})
export type PublicationSettings = z.infer<typeof PublicationSettings>

/** Visitors’ questions of the last 30 days. */
const PublicationUsage = z.object({
  questions: z.number().int(),
  /** Not answered by the pages. */
  unanswered: z.number().int(),
  helpful: z.number().int(),
  unhelpful: z.number().int(),
  today: z.number().int(),
  /** Questions whose answers visitors found unhelpful, the latest first; only those that the notebook records. */
  unhelpful_questions: z.array(z.string()),
  /** The latest first; only those that the notebook records. */
  latest_questions: z.array(
    z.object({
      question: z.string(),
      is_answered: z.boolean(),
      /** The visitor's feedback; null without. */
      is_helpful: z.boolean().nullable(),
      asked_at: z.string(),
    }),
  ),
})

export const Publication = z.object({
  settings: PublicationSettings,
  url: z.string(),
  /** For the sites that show the widget. */
  script_tag: z.string(),
  published_at: z.string(),
  usage: PublicationUsage,
})
export type Publication = z.infer<typeof Publication>

/** What visitors see of it. */
export const PublishedSite = PublicationSettings.pick({
  title: true,
  intro: true,
  color: true,
  logo: true,
  contact: true,
  powered_by: true,
}).extend({ url: z.string(), page_count: z.number().int() })
export type PublishedSite = z.infer<typeof PublishedSite>

export const PublishedPages = z.object({
  pages: z.array(z.object({ id: z.uuid(), url: z.string(), title: z.string() })),
  /** The value of `after` for the pages that follow; null at the end. */
  next: z.string().nullable(),
})

export type PublishedPages = z.infer<typeof PublishedPages>

export const AskPublished = z.object({ question: Question, history: AskUnsaved.shape.history })

export const Feedback = z.object({ helpful: z.boolean() })

/** Response header of an answer with the id for feedback. */
export const FEEDBACK_ID_HEADER = 'Readback-Feedback-Id'
