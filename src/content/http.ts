import { dayIn, isoMoment, minutesAhead } from '../platform/clock.ts'
import type { Asker } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDay } from '../platform/day.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { picturesNamed } from '../media/store.ts'
import type { PictureData } from '../platform/pictures.ts'
import { companyOf, inTheirLanguage } from './company.ts'
import type { contentContract, Post } from './contract.ts'
import { illustrations } from './illustrations.ts'
import { allCategories, categoryWithId, passagesOf, postBySlug, postsOfCategory, slidesShown } from './store.ts'

export const contentHandlers = {
  async getGlobalData(db, asker) {
    const { language, now, context } = asker
    const company = await companyOf(db, asker)
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
      utcOffset: minutesAhead(company.timeZone, now),
      checkInFrom: company.checkInFrom,
      checkOutUntil: company.checkOutUntil,
      maxNights: company.maxNights,
      freeCancellationHours: company.freeCancellationHours,
      lateCancellationNights: company.lateCancellationNights,
      horizonDays: company.horizonDays,
      takesOnlinePayments: company.takesOnlinePayments,
      publicUrl: context.publicUrl,
    }
  },

  async getSliderData(db, { language }) {
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

  async getPostData(db, asker, { post_category_id }) {
    const { language, now } = asker
    return {
      category: (await categoryWithId(db, language, post_category_id)) ?? null,
      data: await present(db, asker, await postsOfCategory(db, language, now, post_category_id)),
    }
  },

  async getSlugData(db, asker, { slug }) {
    const { language, now } = asker
    const rows = await postBySlug(db, language, now, slug)
    return {
      category: (rows[0] && (await categoryWithId(db, language, rows[0].category_id))) ?? null,
      data: await present(db, asker, rows),
    }
  },

  async getCategories(db, { language }) {
    return { data: await allCategories(db, language) }
  },

  async getPassages(db, { language }, { page }) {
    const shown = illustrations[page] ?? {}
    const pictures = await picturesNamed(db, language, Object.values(shown))
    return {
      data: await passagesOf(db, language, page),
      pictures: Object.fromEntries(
        Object.entries(shown).flatMap(([key, name]) => {
          const picture = pictures.get(name)
          return picture ? [[key, picture]] : []
        }),
      ),
    }
  },
} satisfies Handlers<typeof contentContract>

async function present(db: Database, asker: Asker, rows: Awaited<ReturnType<typeof postBySlug>>): Promise<Post[]> {
  const pictures = await picturesNamed(
    db,
    asker.language,
    rows.map((row) => row.picture),
  )
  const { timeZone } = await companyOf(db, asker)
  return rows.map((row) => {
    const publishedAt = Number(row.published_at)
    const picture: PictureData | null = (row.picture && pictures.get(row.picture)) || null
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
