import { useGlobal } from '#content/global.ts'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import type { Room } from '#stays/rooms/contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { href } from '#routes/public.ts'
import styles from './rooms-strip.module.css'
import row from './row.module.css'
import { SectionHead } from '#ui/section-head.tsx'
import { toShownPicture } from '#ui/pictures/shown-picture.ts'

/** The fields of a room that the strip shows. */
export type RoomTeaser = ReturnType<typeof toRoomTeaser>
export const toRoomTeaser = ({ slug, name, bed_name, roomPrice, picture }: Room) => ({
  slug,
  name,
  bed_name,
  roomPrice,
  picture: picture && toShownPicture(picture),
})

/** Wider than the tall pictures of wide screens, which are cropped. */
const pictureSizes = '(min-width: 62rem) 39rem, (min-width: 40rem) 30vw, 74vw'

/** Cards of a few rooms. */
export function RoomsStrip({ rooms }: { rooms: RoomTeaser[] }) {
  const { t, money } = useTranslator()
  const { houseName } = useGlobal()
  if (rooms.length === 0) return null
  return (
    <section className="section on-dark">
      <div className="container">
        <SectionHead
          eyebrow={houseName}
          title={t('home.rooms_title')}
          text={t('home.rooms_text')}
          action={
            <ButtonLink variant="secondary" to={href('rooms')}>
              {t('home.rooms_all')}
            </ButtonLink>
          }
        />
        <ul role="list" className={`${row.row} ${styles.rooms}`}>
          {rooms.map((room) => (
            <li key={room.slug} className={`leads ${styles.room}`}>
              {room.picture && <Picture picture={room.picture} sizes={pictureSizes} hasCaption lazy />}
              <h3>
                <Link to={href('room', { slug: room.slug })}>{room.name || t('rooms.default_name')}</Link>
              </h3>
              <p className="quiet">{room.bed_name}</p>
              <p className={`quiet ${styles.price}`}>{t('rooms.from_per_night', { price: money(room.roomPrice) })}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
