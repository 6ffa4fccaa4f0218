import { picturesNamed } from '../media/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { versionsOfSections } from '../settings.ts'
import {
  addSlide,
  allSlides,
  formOf,
  validateSlide,
  orderSlides,
  removeSlide,
  saveSlide,
  slideWith,
  type SlideRow,
} from '../slides.ts'
import type { OfficeSlide, slidesContract } from './slides-contract.ts'

export const slidesHandlers = {
  getSlides: (db, { language }) => everySlide(db, language),
  getSlide: (db, { language }, { id }) => oneSlide(db, language, id),
  addSlide: {
    validate: validateSlide,
    act: async (db, ctx, form) => oneSlide(db, ctx.language, await addSlide(db, ctx, form)),
  },
  saveSlide: {
    validate: validateSlide,
    async act(db, ctx, form) {
      await saveSlide(db, ctx, form)
      return oneSlide(db, ctx.language, form.id)
    },
  },
  async removeSlide(db, ctx, form) {
    await removeSlide(db, ctx, form)
    return {}
  },
  async orderSlides(db, ctx, form) {
    await orderSlides(db, ctx, form)
    return everySlide(db, ctx.language)
  },
} satisfies Handlers<typeof slidesContract>

async function everySlide(db: Database, language: Language) {
  const versions = await versionsOfSections(db)
  return { version: versions.get('slides')!, data: await present(db, language, await allSlides(db)) }
}

async function oneSlide(db: Database, language: Language, id: number): Promise<OfficeSlide> {
  return (await present(db, language, [await slideWith(db, id)]))[0]!
}

async function present(db: Database, language: Language, rows: SlideRow[]): Promise<OfficeSlide[]> {
  const pictures = await picturesNamed(
    db,
    language,
    rows.map(({ picture }) => picture),
  )
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...formOf(row),
    shown: pictures.get(row.picture) ?? null,
  }))
}
