import { useEffect, useState } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import type { Room, RoomsApi } from '../../rooms/contract.ts'
import { RoomPicture } from '../../rooms/room-picture.tsx'
import { href } from '#routes/public.ts'
import { toSearchQuery, type Search } from './last-search.ts'
import { toShownPicture } from '#ui/pictures/shown-picture.ts'
import styles from './explore-rooms.module.css'

/** The fields of a room that are shown here. */
export type OtherRoom = ReturnType<typeof toOtherRoom>
export const toOtherRoom = ({ id, slug, name, bed_name, roomPrice, picture }: Room) => ({
  id,
  slug,
  name,
  bed_name,
  roomPrice,
  picture: picture && toShownPicture(picture),
})

/** The other rooms. Loads them in the browser if the page was loaded without them. */
export function ExploreRooms({
  loadedRooms,
  excludedSlug,
  search,
}: {
  loadedRooms: OtherRoom[] | null
  excludedSlug: string
  search: Search | null
}) {
  const { t, money } = useTranslator()
  const rooms = useRooms(loadedRooms)
  const otherRooms = rooms?.filter((room) => room.slug !== excludedSlug)
  if (otherRooms?.length === 0) return null
  return (
    <section
      className={`section on-dark no-print ${styles.night}`}
      aria-labelledby="explore-title"
      aria-busy={!otherRooms || undefined}
    >
      <div className="container">
        <h2 id="explore-title">{t('room.explore')}</h2>
        {!otherRooms && <p role="status">{t('shell.loading')}</p>}
        <ul role="list" className={styles.rooms}>
          {otherRooms?.map((room) => (
            <li key={room.id} className="note leads">
              <RoomPicture picture={room.picture} sizes="15rem" lazy />
              <h3>
                <Link to={href('room', { slug: room.slug }, search ? toSearchQuery(search) : {})}>{room.name}</Link>
              </h3>
              <p>{room.bed_name}</p>
              <p>{t('rooms.from_per_night', { price: money(room.roomPrice) })}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function useRooms(loadedRooms: OtherRoom[] | null): OtherRoom[] | null {
  const api = useApi<RoomsApi>()
  const [fetchedRooms, setLateRooms] = useState<OtherRoom[] | null>(null)
  useEffect(() => {
    if (loadedRooms) return
    api.activeRooms({}).then(
      ({ data }) => setLateRooms(data),
      (error: unknown) => {
        console.error('Error fetching data', error)
        setLateRooms([])
      },
    )
  }, [loadedRooms, api])
  return loadedRooms ?? fetchedRooms
}
