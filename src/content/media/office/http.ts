import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import {
  dismissUpload,
  validatePicture,
  listOpenUploads,
  getPicture,
  listPictures,
  removePicture,
  savePicture,
  findUploader,
  getUpload,
  type PictureRow,
  type UploadRow,
} from '../library.ts'
import { toPictureData } from '../store.ts'
import { addPicture } from '../uploading.ts'
import { listUses } from '../uses.ts'
import type { PictureCard, mediaOfficeContract, PictureRecord, Upload } from './contract.ts'

export const mediaOfficeHandlers = {
  async getPictures(db, { language }, { q, which: filter, after, most: limit }) {
    const { rows, nextCursor } = await listPictures(db, { search: q, filter, after, limit })
    const uploads = after === undefined ? await listOpenUploads(db) : []
    return {
      data: rows.map((row) => toCard(row, language)),
      more: nextCursor,
      uploads: uploads.map((row) => toUploadView(row, language)),
    }
  },
  getPicture: (db, { language }, { name }) => readPictureView(db, language, name),
  getPictureUpload: async (db, { language }, { id }) => toUploadView(await getUpload(db, id), language),
  async addPicture(db, ctx, form) {
    const { id, isDuplicate } = await addPicture(db, ctx, form)
    return { upload: toUploadView(await getUpload(db, id), ctx.language), known: isDuplicate }
  },
  savePicture: {
    validate: (_, __, form) => ({ fieldErrors: validatePicture(form) }),
    async execute(db, ctx, form) {
      await savePicture(db, ctx, form)
      return readPictureView(db, ctx.language, form.name)
    },
  },
  async removePicture(db, ctx, { name }) {
    await removePicture(db, ctx, name)
    return { done: true as const }
  },
  async dismissPictureUpload(db, _, { id }) {
    await dismissUpload(db, id)
    return { done: true as const }
  },
} satisfies Handlers<typeof mediaOfficeContract>

const getLocalizedAlt = (row: PictureRow, language: Language) => (language === 'bn' && row.alt_bn) || row.alt_en

const toCard = (row: PictureRow, language: Language): PictureCard => ({
  name: row.name,
  title: row.title || getLocalizedAlt(row, language) || row.name,
  picture: toPictureData({ ...row, alt: getLocalizedAlt(row, language) }),
  described: row.decorative === 1 || (row.alt_en !== '' && Boolean(row.alt_bn)),
})

const toUploadView = ({ id, picture, title, state, reason, done, steps }: UploadRow, language: Language): Upload => ({
  id,
  picture,
  title,
  state,
  reason: reason === 'error.file_damaged' ? translatorFor(language).t(reason) : reason,
  done,
  steps,
})

async function readPictureView(db: Database, language: Language, name: string): Promise<PictureRecord> {
  const row = await getPicture(db, name)
  const upload = row.upload_id === null ? undefined : await findUploader(db, row.upload_id)
  return {
    name,
    version: row.version,
    title: row.title,
    alt_en: row.alt_en,
    alt_bn: row.alt_bn ?? '',
    decorative: row.decorative === 1,
    focus_x: row.focus_x,
    focus_y: row.focus_y,
    picture: toPictureData({ ...row, alt: getLocalizedAlt(row, language) }),
    built: row.built === 1,
    sent: upload
      ? { at: isoInstant(upload.created_at), who: upload.authorName || null, bytes: upload.bytes, type: upload.type }
      : null,
    uses: await listUses(db, language, row),
  }
}
