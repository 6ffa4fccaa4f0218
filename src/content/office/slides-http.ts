import { picturesNamed } from '../media/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { versionsOfSections } from '../settings.ts'
import {
  addSlide,
  allSlides,
  formOf,
  judgeSlide,
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
    judge: judgeSlide,
    act: async (db, asker, form) => oneSlide(db, asker.language, await addSlide(db, asker, form)),
  },
  saveSlide: {
    judge: judgeSlide,
    async act(db, asker, form) {
      await saveSlide(db, asker, form)
      return oneSlide(db, asker.language, form.id)
    },
  },
  async removeSlide(db, asker, form) {
    await removeSlide(db, asker, form)
    return {}
  },
  async orderSlides(db, asker, form) {
    await orderSlides(db, asker, form)
    return everySlide(db, asker.language)
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
