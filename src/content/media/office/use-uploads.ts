import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { MediaOfficeApi, Upload } from './contract.ts'
import { sendPicture } from './send-picture.ts'

/** A picture upload, from the selected file to the finished sizes. */
export interface UploadItem {
  key: string
  title: string
  file: File | null
  replacedName: string | undefined
  state: 'queued' | 'sending' | 'sent' | 'refused'
  percent: number
  failure: string
  /** Whether the failure was temporary, so that the upload can be repeated. */
  isRetryable: boolean
  isDuplicate: boolean
  upload: Upload | null
}

const MAX_CONCURRENT_UPLOADS = 2
const POLL_INTERVAL_MS = 1_000
let nextKey = 0

/** Uploads two pictures at a time, each with its own result, and polls the processing state. */
export function useUploads(initialUploads: readonly Upload[], onReady: (picture: string) => void) {
  const translator = useTranslator()
  const api = useApi<MediaOfficeApi>()
  const [items, setItems] = useState<UploadItem[]>(() => initialUploads.map(toItem))
  const sendingKeys = useRef(new Set<string>())
  const onReadyRef = useRef(onReady)
  useEffect(() => {
    onReadyRef.current = onReady
  })
  const updateItem = useCallback(
    (key: string, patch: Partial<UploadItem>) =>
      setItems((current) => current.map((item) => (item.key === key ? { ...item, ...patch } : item))),
    [],
  )

  useEffect(() => {
    const freeSlots = MAX_CONCURRENT_UPLOADS - sendingKeys.current.size
    for (const item of items.filter(({ state }) => state === 'queued').slice(0, freeSlots)) {
      if (sendingKeys.current.has(item.key)) continue
      sendingKeys.current.add(item.key)
      updateItem(item.key, { state: 'sending', percent: 0 })
      sendPicture(item.file!, item.replacedName, translator, (percent) => updateItem(item.key, { percent }))
        .then(({ upload, known: isDuplicate }) => {
          updateItem(item.key, { state: 'sent', upload, isDuplicate })
          if (upload.state === 'ready') onReadyRef.current(upload.picture)
        })
        .catch((error: unknown) =>
          updateItem(item.key, { state: 'refused', failure: formatFailure(error), isRetryable: !isPermanent(error) }),
        )
        .finally(() => {
          sendingKeys.current.delete(item.key)
          setItems((current) => [...current])
        })
    }
  }, [items, updateItem, translator])

  const itemsInProgress = items.filter(
    ({ upload }) => upload && (upload.state === 'waiting' || upload.state === 'making'),
  )
  const ids = itemsInProgress.map(({ upload }) => upload!.id).join()
  useEffect(() => {
    if (!ids) return
    const poll = async (id: number) => {
      const upload = await api.getPictureUpload({ id }).catch(() => null)
      if (!upload) return
      setItems((current) => current.map((item) => (item.upload?.id === id ? { ...item, upload } : item)))
      if (upload.state === 'ready') onReadyRef.current(upload.picture)
    }
    const timer = setInterval(() => void Promise.all(ids.split(',').map((id) => poll(Number(id)))), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [ids, api])

  return {
    items,
    add: (files: readonly File[], replacedName?: string) =>
      setItems((current) => [...files.map((file) => createItem(file, replacedName)), ...current]),
    retry: (key: string) => updateItem(key, { state: 'queued', failure: '' }),
    async dismiss({ key, upload }: UploadItem) {
      if (upload?.state === 'failed') await api.dismissPictureUpload({ id: upload.id }).catch(() => {})
      setItems((current) => current.filter((item) => item.key !== key))
    },
  }
}

const createItem = (file: File, replacedName: string | undefined): UploadItem => ({
  key: `file-${nextKey++}`,
  title: file.name,
  file,
  replacedName,
  state: 'queued',
  percent: 0,
  failure: '',
  isRetryable: false,
  isDuplicate: false,
  upload: null,
})

const toItem = (upload: Upload): UploadItem => ({
  key: `upload-${upload.id}`,
  title: upload.title,
  file: null,
  replacedName: undefined,
  state: 'sent',
  percent: 100,
  failure: '',
  isRetryable: false,
  isDuplicate: false,
  upload,
})

const isPermanent = (error: unknown) => error instanceof ApiError && [413, 422].includes(error.status)

function formatFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error)
  return Object.values(error.errors).flat()[0] ?? error.message
}
