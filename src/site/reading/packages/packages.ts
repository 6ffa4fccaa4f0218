import type { ContentApi, Post } from '#content/contract.ts'
import { toPlainText } from '#content/excerpt.ts'
import type { LoadArgs } from '#platform/pages/page.tsx'
import type { RoomsApi } from '#stays/rooms/contract.ts'
import { loadList, toTeaser, type Teaser } from '../teasers.ts'

/** A stay package. */
export interface Package extends Teaser {
  /** The included and optional services: each list of the article with its heading. */
  lists: { title: string; items: string[] }[]
  nights: number | null
  /** Null if the package has no room on sale, or if the room allows no stay of this length. */
  offer: PackageOffer | null
}

/** The room of a package and its price. */
export interface PackageOffer {
  room: { slug: string; name: string }
  /** The price of the whole stay. */
  bdt: number
  /** Whether the price is the same for all dates. Otherwise it is the lowest price by nightly rates. */
  isFixed: boolean
  /** The included extras as text. Empty if there are none. */
  extras: string
  /** The lowest price of the room alone for as many nights. */
  roomBdt: number
  /** The list price of the included extras. */
  extrasBdt: number
}

export async function loadPackages(
  { api, optional }: Pick<LoadArgs<ContentApi & RoomsApi>, 'api' | 'optional'>,
  posts: readonly Post[],
): Promise<Package[]> {
  const stayLengths = [...new Set(posts.flatMap(({ stay }) => stay?.nights ?? []))]
  const roomsByLength = new Map(
    await Promise.all(
      stayLengths.map(async (nights) => [nights, await loadList(optional, api.activeRooms({ nights }))] as const),
    ),
  )
  return posts.map((post) => ({
    ...toTeaser(post),
    lists: extractLists(post.description),
    nights: post.stay && post.stay.nights,
    offer: toOffer(post, (post.stay && roomsByLength.get(post.stay.nights)) ?? []),
  }))
}

function toOffer({ stay }: Post, rooms: readonly PricedRoom[]): PackageOffer | null {
  const room = rooms.find(({ id }) => id === stay?.room_id)
  if (!stay || room?.total === undefined) return null
  return {
    room: { slug: room.slug, name: room.name },
    bdt: stay.price ?? room.total,
    isFixed: stay.price !== null,
    extras: stay.extras,
    roomBdt: room.total,
    extrasBdt: stay.extras_price,
  }
}

type PricedRoom = Awaited<ReturnType<RoomsApi['activeRooms']>>['data'][number]

/** Splits the article into pieces that end with a list. The last heading in a piece is the title of its list. */
const extractLists = (html: string): Package['lists'] =>
  html
    .split('</ul>')
    .slice(0, -1)
    .map((piece) => {
      const [textBeforeList = '', list = ''] = piece.split('<ul>')
      const [heading, textAfterHeading] = textBeforeList.split('<h2>').at(-1)!.split('</h2>')
      return {
        title: textAfterHeading === undefined ? '' : toPlainText(heading!),
        items: list.split('<li>').slice(1).map(toPlainText),
      }
    })
