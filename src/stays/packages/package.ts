import { categories } from '#content/categories.ts'
import { parseStayExtras } from '#content/posts/stay-extras.ts'
import type { Database } from '#platform/database/database.ts'
import type { FieldMessages } from '#platform/errors.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import { countNights, type Stay } from '../availability/stay.ts'
import type { Offer } from '../availability/price.ts'

/** A package for a stay in one room: a published post with a number of nights and a room type. */
export interface StayPackage {
  name_en: string
  name_bn: string | null
  nights: number
  roomId: number
  /** The price of the whole stay. Null: the nightly rates apply. */
  pricePoisha: number | null
  /** The extras that the price includes. */
  extras: readonly { id: number; quantity: number }[]
}

/** Finds a package that is published now, by its current slug. */
export async function findPackage(db: Database, now: number, slug: string): Promise<StayPackage | undefined> {
  const post = await db
    .selectFrom('post')
    .select(['title_en', 'title_bn', 'stay_nights', 'stay_room_id', 'stay_price_poisha', 'stay_extras'])
    .where('slug', '=', slug)
    .where('category_id', '=', categories.packages)
    .where('published_at', '<=', now)
    .executeTakeFirst()
  if (!post?.stay_nights || !post.stay_room_id) return undefined
  return {
    name_en: post.title_en,
    name_bn: post.title_bn,
    nights: post.stay_nights,
    roomId: post.stay_room_id,
    pricePoisha: post.stay_price_poisha,
    extras: parseStayExtras(post.stay_extras),
  }
}

/** Validates that the package is on sale for the room and has as many nights as the stay. */
export function validatePackage(
  stayPackage: StayPackage | undefined,
  { roomId, stay }: { roomId: number | undefined; stay: Stay | undefined },
): FieldMessages {
  if (!stayPackage || (roomId !== undefined && roomId !== stayPackage.roomId))
    return { package: [{ key: 'booking.package_gone' }] }
  if (!stay || countNights(stay) === stayPackage.nights || stay.checkOut <= stay.checkIn) return {}
  return { checkOut: [{ key: 'booking.package_nights', count: stayPackage.nights }] }
}

/** Replaces the nightly prices of an offer with the fixed price of the package, if it has one. */
export function applyPackagePrice(offer: Offer, stayPackage: StayPackage | undefined): Offer {
  const totalPoisha = stayPackage?.pricePoisha
  if (!totalPoisha) return offer
  // Equal whole taka per night. The first night has the rest.
  const nightPoisha = bdtToPoisha(Math.floor(poishaToBdt(totalPoisha) / offer.nights.length))
  const firstNightPoisha = totalPoisha - nightPoisha * (offer.nights.length - 1)
  return {
    nights: offer.nights.map(({ night }, index) => ({
      night,
      pricePoisha: index === 0 ? firstNightPoisha : nightPoisha,
    })),
    totalPoisha,
  }
}
