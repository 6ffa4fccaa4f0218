import { getUtcOffsetMinutes } from '#platform/clock.ts'
import type { Language } from '#routes/public.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { getPictures } from './media/store.ts'
import { translatorFor } from '#locales/both.ts'
import { describeAirport, listGuestFacts } from './guest-facts.ts'
import { loadCompany, pickTranslation, acceptsOnlinePayments, type Company } from './company.ts'
import type { contentContract } from './contract.ts'
import { illustrations } from './illustrations.ts'
import { toMenuViews } from './menus.ts'
import { readPostViews } from './posts/post-views.ts'
import {
  listCategoriesWithPosts,
  findCategory,
  listPassages,
  findPostBySlug,
  findMovedPost,
  listPostsOfCategory,
  listActiveSlides,
} from './store.ts'

export const contentHandlers = {
  async getGlobalData(db, ctx) {
    const { language, now, context } = ctx
    const company = await loadCompany(db, ctx)
    return {
      name: pickTranslation(company.name, language),
      houseName: pickTranslation(company.houseName, language),
      tagline: pickTranslation(company.tagline, language),
      description: pickTranslation(company.description, language),
      email: company.email,
      whatsApp: company.whatsApp,
      telephone: company.telephone,
      address: pickTranslation(company.address, language),
      openingHours: company.openingHours ? pickTranslation(company.openingHours, language) : null,
      geo: company.geo ?? null,
      foundingYear: company.foundingYear,
      social: company.social,
      map: { embedUrl: company.mapEmbedUrl, linkUrl: company.mapLinkUrl },
      ...toMenuViews(company, language),
      timeZone: company.timeZone,
      utcOffset: getUtcOffsetMinutes(company.timeZone, now),
      checkInFrom: company.checkInFrom,
      checkOutUntil: company.checkOutUntil,
      maxNights: company.maxNights,
      horizonDays: company.horizonDays,
      takesOnlinePayments: acceptsOnlinePayments(company, context),
      testPayments: context.onlinePayments === 'simulated',
      publicUrl: context.publicUrl,
      keyFigures: {
        onTimePercent: company.onTimePercent ?? null,
        sampleDays: company.sampleDays ?? null,
        approvalRounds: company.approvalRounds ?? null,
        capacity: company.capacity ? pickTranslation(company.capacity, language) : null,
        airport: company.airport ? formatAirport(company.airport, language) : null,
      },
      legal: {
        name: company.legalName ? pickTranslation(company.legalName, language) : null,
        responsible: company.responsible ? pickTranslation(company.responsible, language) : null,
        registration: company.registration ?? null,
        tradeLicence: company.tradeLicence ?? null,
        taxNumber: company.taxNumber ?? null,
      },
      guestFacts: listGuestFacts(company, translatorFor(language)),
      exchange: company.exchange ?? null,
    }
  },

  async getSliderData(db, { language }) {
    const slides = await listActiveSlides(db, language)
    const pictures = await getPictures(
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

  async getPostData(db, ctx, { post_category_id }) {
    const { language, now } = ctx
    return {
      category: (await findCategory(db, language, post_category_id)) ?? null,
      data: await readPostViews(db, ctx, await listPostsOfCategory(db, language, now, post_category_id)),
    }
  },

  async getSlugData(db, ctx, { slug }) {
    const { language, now } = ctx
    const rows = await findPostBySlug(db, language, now, slug)
    const movedPost = rows.length === 0 ? await findMovedPost(db, now, slug) : undefined
    return {
      ...(movedPost && { moved: movedPost }),
      category: (rows[0] && (await findCategory(db, language, rows[0].category_id))) ?? null,
      data: await readPostViews(db, ctx, rows),
    }
  },

  async getCategories(db, { language, now }) {
    return { data: await listCategoriesWithPosts(db, language, now) }
  },

  async getPassages(db, { language }, { page }) {
    const passages = await listPassages(db, language, page)
    const selectedPictures = passages.flatMap(({ key, picture }) => (picture ? [[key, picture] as const] : []))
    const pictureNames = { ...illustrations[page], ...Object.fromEntries(selectedPictures) }
    const pictures = await getPictures(db, language, Object.values(pictureNames))
    return {
      data: passages.map(({ picture: _, ...passage }) => passage),
      pictures: Object.fromEntries(
        Object.entries(pictureNames).flatMap(([key, name]) => {
          const picture = pictures.get(name)
          return picture ? [[key, picture]] : []
        }),
      ),
    }
  },
} satisfies Handlers<typeof contentContract>

function formatAirport(airport: NonNullable<Company['airport']>, language: Language): string {
  const { label, text } = describeAirport(airport, translatorFor(language))
  return `${label}: ${text}`
}
