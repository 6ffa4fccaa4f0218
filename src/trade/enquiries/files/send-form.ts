import { readToken } from '#people/accounts/portal/session.ts'
import { ApiError } from '#platform/errors.ts'
import type { Translator } from '#locales/translator.ts'

interface FormRequest {
  /** Lists are sent as JSON. */
  fields: Readonly<Record<string, unknown>>
  files: readonly File[]
  key: string | undefined
  /** Reports the sent share, from 0 to 100. */
  onProgress(percent: number): void
}

/** The upload timeout, equal to the server's timeout for forms with files. */
const TIMEOUT_MS = 600_000

/** Posts a form with its files. Uses XMLHttpRequest, because fetch reports no upload progress. */
export async function sendForm<Answer>(
  path: string,
  { fields, files, key, onProgress }: FormRequest,
  translator: Translator,
): Promise<Answer> {
  await assertReadable(files, translator)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  for (const file of files) form.append('files', file)

  const request = new XMLHttpRequest()
  request.open('POST', path)
  request.timeout = TIMEOUT_MS
  request.setRequestHeader('accept-language', translator.language)
  const token = readToken()
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  if (key) request.setRequestHeader('idempotency-key', key)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.floor((loaded / total) * 100)))
  await new Promise((resolve, reject) => {
    request.addEventListener('load', resolve)
    for (const event of ['error', 'timeout', 'abort'])
      request.addEventListener(event, () => reject(new TypeError(`no response from ${path}`)))
    request.send(form)
  })
  const body = parseBody(request)
  if (request.status === 200) return body as Answer
  const retryAfterSeconds = Number(request.getResponseHeader('retry-after')) || undefined
  throw new ApiError(request.status, body as { message?: string }, { retryAfterSeconds })
}

/** Parses the response. A 200 response must be JSON, because a proxy may answer with a page of its own. */
function parseBody({ status, responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText)
  } catch (error) {
    if (status === 200) throw error
    return null
  }
}

/**
 * Rejects files that changed after they were selected. The browser can no longer read them and would report only a
 * failed request.
 */
async function assertReadable(files: readonly File[], { t }: Translator): Promise<void> {
  const readResults = await Promise.allSettled(files.map((file) => file.slice(0, 1).arrayBuffer()))
  const unreadableFields = readResults.flatMap(({ status }, index) => (status === 'rejected' ? [`files.${index}`] : []))
  if (unreadableFields.length === 0) return
  throw new ApiError(422, {
    errors: Object.fromEntries(unreadableFields.map((name) => [name, [t('error.file_unread')]])),
  })
}
