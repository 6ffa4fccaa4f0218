import type { ContentApi, Post } from '#content/contract.ts'
import { plainText } from '#content/excerpt.ts'
import type { LoadArgs } from '#platform/pages/page.tsx'
import type { RoomsApi } from '#stays/rooms/contract.ts'
import { loadList, toTeaser, type Teaser } from './teasers.ts'

/** A stay package. */
export interface Package extends Teaser {
  /** The included and optional services: each list of the article with its heading. */
  lists: { title: string; items: string[] }[]
  nights: number | null
  /** The room of the package, and the lowest price of a stay of this length. Null if no such stay is possible. */
  room: { slug: string; name: string; fromBdt: number } | null
}

export async function loadPackages(
  { api, optional }: Pick<LoadArgs<ContentApi & RoomsApi>, 'api' | 'optional'>,
  posts: readonly Post[],
): Promise<Package[]> {
  const lengths = [...new Set(posts.flatMap(({ stay }) => stay?.nights ?? []))]
  const roomsByLength = new Map(
    await Promise.all(
      lengths.map(async (nights) => [nights, await loadList(optional, api.activeRooms({ nights }))] as const),
    ),
  )
  return posts.map((post) => toPackage(post, (post.stay && roomsByLength.get(post.stay.nights)) ?? []))
}

function toPackage(post: Post, rooms: readonly PricedRoom[]): Package {
  const { stay } = post
  const room = rooms.find(({ id }) => id === stay?.room_id)
  return {
    ...toTeaser(post),
    lists: extractLists(post.description),
    nights: stay && stay.nights,
    room: room?.total === undefined ? null : { slug: room.slug, name: room.name, fromBdt: room.total },
  }
}

type PricedRoom = Awaited<ReturnType<RoomsApi['activeRooms']>>['data'][number]

/** Each piece ends with a list. The last heading in the piece belongs to the list. */
const extractLists = (html: string): Package['lists'] =>
  html
    .split('</ul>')
    .slice(0, -1)
    .map((piece) => {
      const [before = '', list = ''] = piece.split('<ul>')
      const [heading, after] = before.split('<h2>').at(-1)!.split('</h2>')
      return {
        title: after === undefined ? '' : plainText(heading!),
        items: list.split('<li>').slice(1).map(plainText),
      }
    })
