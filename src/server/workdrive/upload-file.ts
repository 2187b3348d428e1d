import { z } from 'zod'
import { jsonObject, TIMEOUT_MS, whyNoAnswer } from './ask.ts'
import type { WorkdriveConfiguration } from './read-configuration.ts'

export type Upload = { workspaceId: string; folderId: string; fileName: string; bytes: Blob }

export type Uploaded =
  // `link` is where the file can be seen; null when the provider names no web address.
  | { ok: true; resourceId: string; link: string | null }
  // `status` is null when no answer came.
  | { ok: false; status: number | null; reason: string }

/** SPEC section 7: `data.id` and `data.downloadUrl`. */
const Specified = z
  .object({ data: z.object({ id: z.string().min(1), downloadUrl: z.string().optional() }) })
  .transform(({ data }) => ({ resourceId: data.id, link: data.downloadUrl }))
/** The provider's manual: one entry for each file. */
const Attributes = z.object({ resource_id: z.string().min(1), Permalink: z.string().optional() })
const Documented = z
  .object({ data: z.array(z.object({ attributes: Attributes })).min(1) })
  .transform(({ data: [first] }) => ({ resourceId: first?.attributes.resource_id ?? '', link: first?.attributes.Permalink }))
const Answer = z.union([Specified, Documented])

const Refusal = z.object({ errors: z.array(z.object({ title: z.string() })).min(1) })
const REASON_MAX = 200

/** POST /workdrive/api/v1/upload, at most 30 s. Never rejects. */
export async function uploadFile(
  configuration: WorkdriveConfiguration,
  accessToken: string,
  upload: Upload,
): Promise<Uploaded> {
  const { url, authorization, form } = written(configuration, accessToken, upload)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: authorization, Accept: 'application/json' },
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const data = jsonObject(await response.text())
    const answer = Answer.safeParse(data)
    if (response.ok && answer.success) {
      return { ok: true, resourceId: answer.data.resourceId, link: webAddress(answer.data.link) }
    }
    return { ok: false, status: response.status, reason: reasonOf(data, accessToken) }
  } catch (error) {
    return { ok: false, status: null, reason: whyNoAnswer(error) }
  }
}

/** As the two wires have it; zoho-addresses.ts says which is spoken where. */
function written({ apiBase, wire }: WorkdriveConfiguration, accessToken: string, upload: Upload) {
  const { workspaceId, folderId, fileName, bytes } = upload
  const url = new URL(`${apiBase}/workdrive/api/v1/upload`)
  const form = new FormData()
  form.set('filename', fileName)
  if (wire === 'documented') {
    form.set('parent_id', folderId)
    form.set('content', bytes, fileName)
    return { url, form, authorization: `Zoho-oauthtoken ${accessToken}` }
  }
  url.search = new URLSearchParams({ workspaceId, folderId }).toString()
  form.set('file', bytes, fileName)
  return { url, form, authorization: `Bearer ${accessToken}` }
}

/** The provider's own words, unless they hold what must not be seen. */
function reasonOf(data: unknown, accessToken: string): string {
  const refusal = Refusal.safeParse(data)
  const title = refusal.success ? (refusal.data.errors[0]?.title ?? '') : ''
  return title.includes(accessToken) ? '' : title.slice(0, REASON_MAX)
}

/** A link is shown to be clicked: nothing but the web. */
function webAddress(link: string | undefined): string | null {
  return link && z.url({ protocol: /^https?$/ }).safeParse(link).success ? link : null
}
