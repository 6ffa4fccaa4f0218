import { ApiError } from '#platform/errors.ts'
import { MB } from '#platform/file-kinds.ts'
import { getStorage } from '#platform/storage.ts'
import { officeEndpoints } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import { pictureLimits } from '../limits.ts'
import type { Upload } from './contract.ts'

export interface UploadResult {
  upload: Upload
  known: boolean
}

/** The upload timeout, equal to the server's timeout for forms with files. */
const TIMEOUT_MS = 600_000

/** Uploads one picture. Uses XMLHttpRequest, because fetch reports no upload progress. */
export async function sendPicture(
  file: File,
  replacedName: string | undefined,
  { language, t }: Translator,
  onProgress: (percent: number) => void,
): Promise<UploadResult> {
  if (file.size > pictureLimits.bytes)
    throw new ApiError(413, { message: t('error.file_size', { max: pictureLimits.bytes / MB }) })
  const form = new FormData()
  if (replacedName !== undefined) form.append('replaces', replacedName)
  form.append('files', file)
  const request = new XMLHttpRequest()
  request.open('POST', officeEndpoints.addPicture[1])
  request.timeout = TIMEOUT_MS
  request.setRequestHeader('accept-language', language)
  request.setRequestHeader('authorization', `Bearer ${readToken()}`)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.floor((loaded / total) * 100)))
  await new Promise((resolve, reject) => {
    request.addEventListener('load', resolve)
    for (const event of ['error', 'timeout', 'abort'])
      request.addEventListener(event, () => reject(new ApiError(0, { message: t('media.offline') })))
    request.send(form)
  })
  const body = parseBody(request.responseText)
  if (request.status === 200 && body) return body as UploadResult
  throw new ApiError(request.status, body as { message?: string })
}

const readToken = () =>
  (getStorage('sessionStorage')?.getItem('token') ?? getStorage('localStorage')?.getItem('token') ?? '').replace(
    /^"|"$/g,
    '',
  )

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
