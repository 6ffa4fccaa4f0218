import { readToken } from '#people/accounts/portal/session.ts'
import { ApiError } from '#platform/errors.ts'
import type { Translator } from '#locales/translator.ts'

interface Sent {
  /** A list travels as JSON. */
  fields: Readonly<Record<string, unknown>>
  files: readonly File[]
  key: string | undefined
  /** How much has left, from 0 to 100. */
  onProgress(percent: number): void
}

/** As long as the server waits for a form with files. */
const PATIENCE_MS = 600_000

/** A form with its files. XMLHttpRequest, because no browser tells how far a fetch has come. */
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

/** Done is only what says so itself: somebody on the way may answer with a page of their own. */
function bodyOf({ status, responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText)
  } catch (error) {
    if (status === 200) throw error
    return null
  }
}

/** Whoever changes a file after choosing it takes it away from the browser, which then says no more than that it failed. */
async function refuseUnreadable(files: readonly File[], { t }: Translator): Promise<void> {
  const reads = await Promise.allSettled(files.map((file) => file.slice(0, 1).arrayBuffer()))
  const lost = reads.flatMap(({ status }, index) => (status === 'rejected' ? [`files.${index}`] : []))
  if (lost.length === 0) return
  throw new ApiError(422, { errors: Object.fromEntries(lost.map((name) => [name, [t('error.file_unread')]])) })
}
