import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import type { MediaOfficeApi, Upload } from './contract.ts'
import { sendPicture } from './send-picture.ts'

/** A picture upload, from the selected file to the finished sizes. */
export interface Item {
  key: string
  title: string
  file: File | null
  replaces: string | undefined
  state: 'queued' | 'sending' | 'sent' | 'refused'
  percent: number
  told: string
  /** The failure was temporary, so the upload can be repeated. */
  mayGo: boolean
  known: boolean
  upload: Upload | null
}

const MAX_AT_ONCE = 2
const LOOK_EVERY_MS = 1_000
let next = 0

/** Uploads two pictures at a time, each with its own result, and polls the processing state. */
export function useUploads(begun: readonly Upload[], onReady: (picture: string) => void) {
  const translator = useWords()
  const api = useApi<MediaOfficeApi>()
  const [items, setItems] = useState<Item[]>(() => begun.map(itemOf))
  const sending = useRef(new Set<string>())
  const ready = useRef(onReady)
  useEffect(() => {
    ready.current = onReady
  })
  const change = useCallback(
    (key: string, patch: Partial<Item>) =>
      setItems((all) => all.map((item) => (item.key === key ? { ...item, ...patch } : item))),
    [],
  )

  useEffect(() => {
    const free = MAX_AT_ONCE - sending.current.size
    for (const item of items.filter(({ state }) => state === 'queued').slice(0, free)) {
      if (sending.current.has(item.key)) continue
      sending.current.add(item.key)
      change(item.key, { state: 'sending', percent: 0 })
      sendPicture(item.file!, item.replaces, translator, (percent) => change(item.key, { percent }))
        .then(({ upload, known }) => {
          change(item.key, { state: 'sent', upload, known })
          if (upload.state === 'ready') ready.current(upload.picture)
        })
        .catch((error: unknown) => change(item.key, { state: 'refused', told: toldOf(error), mayGo: !isFinal(error) }))
        .finally(() => {
          sending.current.delete(item.key)
          setItems((all) => [...all])
        })
    }
  }, [items, change, translator])

  const making = items.filter(({ upload }) => upload && (upload.state === 'waiting' || upload.state === 'making'))
  const ids = making.map(({ upload }) => upload!.id).join()
  useEffect(() => {
    if (!ids) return
    const look = async (id: number) => {
      const upload = await api.getPictureUpload({ id }).catch(() => null)
      if (!upload) return
      setItems((all) => all.map((item) => (item.upload?.id === id ? { ...item, upload } : item)))
      if (upload.state === 'ready') ready.current(upload.picture)
    }
    const timer = setInterval(() => void Promise.all(ids.split(',').map((id) => look(Number(id)))), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [ids, api])

  return {
    items,
    add: (files: readonly File[], replaces?: string) =>
      setItems((all) => [...files.map((file) => newItem(file, replaces)), ...all]),
    again: (key: string) => change(key, { state: 'queued', told: '' }),
    async dismiss({ key, upload }: Item) {
      if (upload?.state === 'failed') await api.dismissPictureUpload({ id: upload.id }).catch(() => {})
      setItems((all) => all.filter((item) => item.key !== key))
    },
  }
}

const newItem = (file: File, replaces: string | undefined): Item => ({
  key: `file-${next++}`,
  title: file.name,
  file,
  replaces,
  state: 'queued',
  percent: 0,
  told: '',
  mayGo: false,
  known: false,
  upload: null,
})

const itemOf = (upload: Upload): Item => ({
  key: `upload-${upload.id}`,
  title: upload.title,
  file: null,
  replaces: undefined,
  state: 'sent',
  percent: 100,
  told: '',
  mayGo: false,
  known: false,
  upload,
})

const isFinal = (error: unknown) => error instanceof ApiError && [413, 422].includes(error.status)

function toldOf(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error)
  return Object.values(error.errors).flat()[0] ?? error.message
}
