import { readToken } from '#people/accounts/portal/session.ts'
import { ApiError } from '#platform/errors.ts'
import type { Translator } from '#locales/translator.ts'

interface Sent {
  /** Lists are sent as JSON. */
  fields: Readonly<Record<string, unknown>>
  files: readonly File[]
  key: string | undefined
  /** Reports the sent share, from 0 to 100. */
  onProgress(percent: number): void
}

/** Equals the server's timeout for forms with files. */
const PATIENCE_MS = 600_000

/** Posts a form with its files. Uses XMLHttpRequest, because fetch reports no upload progress in any browser. */
export async function sendForm<Answer>(
  path: string,
  { fields, files, key, onProgress }: Sent,
  translator: Translator,
): Promise<Answer> {
  await refuseUnreadable(files, translator)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  for (const file of files) form.append('files', file)

  const request = new XMLHttpRequest()
  request.open('POST', path)
  request.timeout = PATIENCE_MS
  request.setRequestHeader('accept-language', translator.language)
  const token = readToken()
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  if (key) request.setRequestHeader('idempotency-key', key)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.floor((loaded / total) * 100)))
  await new Promise((answered, lost) => {
    request.addEventListener('load', answered)
    for (const end of ['error', 'timeout', 'abort'])
      request.addEventListener(end, () => lost(new TypeError(`no answer of ${path}`)))
    request.send(form)
  })
  const said = bodyOf(request)
  if (request.status === 200) return said as Answer
  const retryAfterSeconds = Number(request.getResponseHeader('retry-after')) || undefined
  throw new ApiError(request.status, said as { message?: string }, { retryAfterSeconds })
}

/** Parses the response. A 200 response must be JSON, because a proxy may answer with a page of its own. */
function bodyOf({ status, responseText }: XMLHttpRequest): unknown {
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
async function refuseUnreadable(files: readonly File[], { t }: Translator): Promise<void> {
  const reads = await Promise.allSettled(files.map((file) => file.slice(0, 1).arrayBuffer()))
  const lost = reads.flatMap(({ status }, index) => (status === 'rejected' ? [`files.${index}`] : []))
  if (lost.length === 0) return
  throw new ApiError(422, { errors: Object.fromEntries(lost.map((name) => [name, [t('error.file_unread')]])) })
}
