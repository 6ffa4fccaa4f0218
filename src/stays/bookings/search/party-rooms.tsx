import { Link, useTranslator } from '#platform/pages/page.tsx'
import { RoomPicture } from '../../rooms/room-picture.tsx'
import type { RoomCombinationOffer } from '../../availability/contract.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import { href } from '#routes/public.ts'
import { toSearchQuery, type Search } from './last-search.ts'
import styles from './party-rooms.module.css'

/** The rooms of a party with photos and totals. Equal rooms with equal guests share a line. */
export function PartyRooms({ rooms, search }: Pick<RoomCombinationOffer, 'rooms'> & { search: Search }) {
  const translator = useTranslator()
  const { t, number, money } = translator
  const groups = [...Map.groupBy(rooms, ({ slug, adult, child }) => [slug, adult, child].join()).values()]
  return (
    <ul role="list" className={styles.rooms}>
      {groups.map((group, index) => {
        const [room] = group as [(typeof group)[number]]
        const { name, slug, adult, child, picture, total } = room
        const hasSeveralRooms = group.length > 1
        return (
          <li key={[slug, adult, child].join()}>
            <RoomPicture picture={picture} sizes="(min-width: 40rem) 14rem, 30vw" lazy={index > 0} />
            <div>
              <p className={styles.name}>
                {hasSeveralRooms && `${number(group.length)} × `}
                <Link to={href('room', { slug }, toSearchQuery({ ...search, adult, child }))}>{name}</Link>
              </p>
              <p>
                {formatGuests({ adult, child }, translator)}
                {hasSeveralRooms && ` ${t('rooms.in_each')}`}
              </p>
            </div>
            <p className={styles.total}>
              {money(total * group.length)}
              {hasSeveralRooms && <small className="light">{t('rooms.each_costs', { price: money(total) })}</small>}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
