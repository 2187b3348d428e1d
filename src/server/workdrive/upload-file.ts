import { z } from 'zod'
import { parseJsonObject, TIMEOUT_MS, describeFetchError } from './post-form.ts'
import type { WorkdriveConfiguration } from './read-configuration.ts'

export type Upload = { workspaceId: string; folderId: string; fileName: string; bytes: Blob }

export type UploadResult =
  // `link` is the web address of the file; null when the provider returned none.
  | { ok: true; resourceId: string; link: string | null }
  // `status` is null when no response arrived.
  | { ok: false; status: number | null; reason: string }

/** The response of the specification, section 7. */
const SpecifiedResponse = z
  .object({ data: z.object({ id: z.string().min(1), downloadUrl: z.string().optional() }) })
  .transform(({ data }) => ({ resourceId: data.id, link: data.downloadUrl }))
/** The response of the provider's manual: one entry for each file. */
const DocumentedFile = z.object({
  attributes: z.object({ resource_id: z.string().min(1), Permalink: z.string().optional() }),
})
const DocumentedResponse = z
  .object({ data: z.tuple([DocumentedFile], DocumentedFile) })
  .transform(({ data: [{ attributes }] }) => ({ resourceId: attributes.resource_id, link: attributes.Permalink }))
const UploadResponse = z.union([SpecifiedResponse, DocumentedResponse])

const ErrorResponse = z.object({ errors: z.array(z.object({ title: z.string() })).min(1) })
const REASON_MAX_LENGTH = 200

/** POST /workdrive/api/v1/upload, at most 30 s. Never rejects. */
export async function uploadFile(
  configuration: WorkdriveConfiguration,
  accessToken: string,
  upload: Upload,
): Promise<UploadResult> {
  const { url, authorization, form } = buildRequest(configuration, accessToken, upload)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: authorization, Accept: 'application/json' },
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const data = parseJsonObject(await response.text())
    const parsed = UploadResponse.safeParse(data)
    if (response.ok && parsed.success) {
      return { ok: true, resourceId: parsed.data.resourceId, link: webAddressOrNull(parsed.data.link) }
    }
    return { ok: false, status: response.status, reason: reasonOf(data, accessToken) }
  } catch (error) {
    return { ok: false, status: null, reason: describeFetchError(error) }
  }
}

/** In one of the two wire formats, see `wireOf` in zoho-addresses.ts. */
function buildRequest({ apiBase, wire }: WorkdriveConfiguration, accessToken: string, upload: Upload) {
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

/** The provider's error title, unless it contains the access token. */
function reasonOf(data: unknown, accessToken: string): string {
  const failure = ErrorResponse.safeParse(data)
  const title = failure.success ? (failure.data.errors[0]?.title ?? '') : ''
  return title.includes(accessToken) ? '' : title.slice(0, REASON_MAX_LENGTH)
}

/** Null unless the link is a web address, because the screen renders it as a link. */
function webAddressOrNull(link: string | undefined): string | null {
  const parsed = z.url({ protocol: /^https?$/ }).safeParse(link)
  return parsed.success ? parsed.data : null
}
