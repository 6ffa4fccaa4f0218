import { dayIn, isoMoment, minutesAhead, type Clock } from '../platform/clock.ts'
import type { Handlers } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDay } from '../platform/day.ts'
import { picturesNamed } from '../media/store.ts'
import type { Picture } from '../platform/pictures.ts'
import type { Language } from '../urls.ts'
import { inTheirLanguage, readCompany } from './company.ts'
import type { contentContract, Post } from './contract.ts'
import { allCategories, categoryWithId, passagesOf, postBySlug, postsOfCategory, slidesShown } from './store.ts'

interface House {
  db: Database
  clock: Clock
  publicUrl: string
}

export const contentHandlers = ({ db, clock, publicUrl }: House): Handlers<typeof contentContract> => ({
  async getGlobalData(_, { language }) {
    const company = await readCompany(db)
    return {
      name: inTheirLanguage(company.name, language),
      houseName: inTheirLanguage(company.houseName, language),
      tagline: inTheirLanguage(company.tagline, language),
      description: inTheirLanguage(company.description, language),
      email: company.email,
      whatsApp: company.whatsApp,
      telephone: company.telephone,
      address: inTheirLanguage(company.address, language),
      geo: company.geo ?? null,
      foundingYear: company.foundingYear,
      social: company.social,
      map: { embedUrl: company.mapEmbedUrl, linkUrl: company.mapLinkUrl },
      timeZone: company.timeZone,
      utcOffset: minutesAhead(company.timeZone, clock()),
      checkInFrom: company.checkInFrom,
      checkOutUntil: company.checkOutUntil,
      maxNights: company.maxNights,
      freeCancellationHours: company.freeCancellationHours,
      lateCancellationNights: company.lateCancellationNights,
      horizonDays: company.horizonDays,
      publicUrl,
    }
  },

  async getSliderData(_, { language }) {
    const slides = await slidesShown(db, language)
    const pictures = await picturesNamed(
      db,
      language,
      slides.map((slide) => slide.picture),
    )
    return {
      data: slides.map(({ picture, title, text, link_path, link_label }) => ({
        image: pictures.get(picture)!.src,
        picture: pictures.get(picture)!,
        title,
        text,
        link: { path: link_path, label: link_label },
      })),
    }
  },

  async getPostData({ post_category_id }, { language }) {
    return {
      category: (await categoryWithId(db, language, post_category_id)) ?? null,
      data: await present(db, language, await postsOfCategory(db, language, clock(), post_category_id)),
    }
  },

  async getSlugData({ slug }, { language }) {
    const rows = await postBySlug(db, language, clock(), slug)
    return {
      category: (rows[0] && (await categoryWithId(db, language, rows[0].category_id))) ?? null,
      data: await present(db, language, rows),
    }
  },

  async getCategories(_, { language }) {
    return { data: await allCategories(db, language) }
  },

  async getPassages({ page }, { language }) {
    return { data: await passagesOf(db, language, page) }
  },
})

async function present(
  db: Database,
  language: Language,
  rows: Awaited<ReturnType<typeof postBySlug>>,
): Promise<Post[]> {
  const pictures = await picturesNamed(
    db,
    language,
    rows.map((row) => row.picture),
  )
  const { timeZone } = await readCompany(db)
  return rows.map((row) => {
    const publishedAt = Number(row.published_at)
    const picture: Picture | null = (row.picture && pictures.get(row.picture)) || null
    return {
      id: row.id,
      title: row.title,
      name: row.title,
      image: picture?.src ?? null,
      picture,
      summary: row.summary,
      description: row.body,
      slug: row.slug,
      category_id: row.category_id,
      published: isoDay(dayIn(timeZone, publishedAt)),
      published_at: isoMoment(timeZone, publishedAt),
      updated_at: isoMoment(timeZone, Math.max(publishedAt, row.updated_at)),
    }
  })
}
