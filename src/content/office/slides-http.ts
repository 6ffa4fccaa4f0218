import { getPictures } from '../media/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { listSectionVersions } from '../settings.ts'
import {
  addSlide,
  listSlides,
  toForm,
  validateSlide,
  orderSlides,
  removeSlide,
  saveSlide,
  getSlide,
  type SlideRow,
} from '../slides.ts'
import type { OfficeSlide, slidesContract } from './slides-contract.ts'

export const slidesHandlers = {
  getSlides: (db, { language }) => readAllSlideViews(db, language),
  getSlide: (db, { language }, { id }) => readOneSlideView(db, language, id),
  addSlide: {
    validate: validateSlide,
    execute: async (db, ctx, form) => readOneSlideView(db, ctx.language, await addSlide(db, ctx, form)),
  },
  saveSlide: {
    validate: validateSlide,
    async execute(db, ctx, form) {
      await saveSlide(db, ctx, form)
      return readOneSlideView(db, ctx.language, form.id)
    },
  },
  async removeSlide(db, ctx, form) {
    await removeSlide(db, ctx, form)
    return {}
  },
  async orderSlides(db, ctx, form) {
    await orderSlides(db, ctx, form)
    return readAllSlideViews(db, ctx.language)
  },
} satisfies Handlers<typeof slidesContract>

async function readAllSlideViews(db: Database, language: Language) {
  const versions = await listSectionVersions(db)
  return { version: versions.get('slides')!, data: await readSlideViews(db, language, await listSlides(db)) }
}

async function readOneSlideView(db: Database, language: Language, id: number): Promise<OfficeSlide> {
  return (await readSlideViews(db, language, [await getSlide(db, id)]))[0]!
}

async function readSlideViews(db: Database, language: Language, rows: SlideRow[]): Promise<OfficeSlide[]> {
  const pictures = await getPictures(
    db,
    language,
    rows.map(({ picture }) => picture),
  )
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...toForm(row),
    shown: pictures.get(row.picture) ?? null,
  }))
}
