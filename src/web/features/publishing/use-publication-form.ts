import { useEffect, useRef, useState } from 'react'
import { PUBLICATION_LIMITS, PublicationSettings } from '#shared/chat/publications.ts'
import { Failure } from '#web/api/request.ts'
import { issuesByField } from '#web/messages/error-text.ts'
import type { usePublish } from '#web/queries/publications.ts'

type TextField = 'address' | 'title' | 'intro' | 'color' | 'contact'
type TextChange = { currentTarget: { value: string } }

/**
 * The settings as typed, and their errors, in the browser and from the server.
 * @param title of the notebook: it suggests address and title
 * @param published null when the notebook is not published
 * @param last instead of what the title suggests
 */
export function usePublicationForm(
  publish: ReturnType<typeof usePublish>,
  title: string,
  published: PublicationSettings | null,
  last: PublicationSettings | null,
) {
  const [suggested] = useState(
    () =>
      last ??
      PublicationSettings.parse({ address: addressFrom(title), title: title.slice(0, PUBLICATION_LIMITS.title) }),
  )
  const saved = published ?? suggested
  const [settings, setSettings] = useState(saved)
  const [origins, setOrigins] = useState(settings.origins.join('\n'))
  const [isSaved, setIsSaved] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const failure = publish.error instanceof Failure ? publish.error : null
  const entered = { ...settings, origins: origins.split(/\s+/).filter(Boolean) }
  const change = (changed: Partial<PublicationSettings>) => setSettings((before) => ({ ...before, ...changed }))
  const errorOf = (name: keyof PublicationSettings) =>
    errors[name] ?? (failure?.field === name ? failure.words : undefined)

  // The button is below the fields, on a phone far below.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors, failure])

  return {
    form,
    settings,
    change,
    errorOf,
    textField: (name: TextField) => ({
      value: settings[name],
      error: errorOf(name),
      onChange: ({ currentTarget: { value } }: TextChange) => change({ [name]: value }),
    }),
    originsField: {
      value: origins,
      error: errorOf('origins'),
      onChange: ({ currentTarget: { value } }: TextChange) => setOrigins(value),
    },
    isDirty: JSON.stringify(entered) !== JSON.stringify(saved),
    /** An error of the server that belongs to no field. */
    formError: failure?.field ? null : publish.error,
    /** Changed while it was published; that it was published, the heading above says. */
    isSaved,
    save() {
      setIsSaved(false)
      const parsed = PublicationSettings.safeParse(entered)
      setErrors(issuesByField(parsed.error))
      if (parsed.success)
        publish.mutate(parsed.data, {
          onSuccess(stored) {
            setSettings(stored.settings)
            setIsSaved(true)
          },
        })
    },
  }
}

/** `My Docs!` becomes `my-docs`; a title without Latin letters becomes `help`. */
function addressFrom(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const address = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return address.length >= 3 ? address : 'help'
}
