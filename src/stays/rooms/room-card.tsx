import { ViewTransition, type ReactNode } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import type { Room } from './contract.ts'
import styles from './room-card.module.css'
import { RoomPicture } from './room-picture.tsx'
import { RoomPrice, type StayCost } from './room-price.tsx'

/** A row of search results, a card over the whole width of the list, or one of two beside each other. */
export type RoomCardKind = 'row' | 'wide' | 'half'

/**
 * A room in a list. With a search, it shows the price of the stay and passes the search to the room page. Only then can
 * the visitor book at once, so only then is booking the main action. The description is one paragraph.
 */
export function RoomCard({
  kind,
  room,
  offer,
  search,
  hasPriority,
  isLazy,
  children,
}: {
  kind: RoomCardKind
  room: Room
  offer?: StayCost | undefined
  search?: Record<string, string | number> | undefined
  hasPriority?: boolean
  isLazy?: boolean
  /** Shown below the price. */
  children?: ReactNode
}) {
  const { t, count } = useTranslator()
  const name = room.name || t('rooms.default_name')
  const path = href('room', { slug: room.slug }, search)
  return (
    <article className={`stack-4 ${styles[kind]}`}>
      <div className={styles.picture}>
        {/* The picture moves into the page of the room. */}
        <ViewTransition name={`room-${room.slug}`}>
          <RoomPicture
            picture={room.picture}
            sizes={pictureSizes[kind]}
            priority={hasPriority}
            lazy={isLazy}
            hasCaption
          />
        </ViewTransition>
      </div>
      <div>
        <h2 className={styles.name}>
          <Link to={path}>{name}</Link>
        </h2>
        <p>{room.roomDescription}</p>
        <ul role="list" className={styles.measures}>
          <li>{t('room.size_value', { size: room.size_sqm })}</li>
          <li>{count('room.sleeps_up_to', room.max_guests)}</li>
          <li>{room.bed_name}</li>
        </ul>
      </div>
      <div className={styles.terms}>
        <div className="stack-1">
          <RoomPrice price={room.roomPrice} stay={offer} />
          {children}
        </div>
        <p className={`${styles.actions} no-print`}>
          <ButtonLink variant={offer ? 'primary' : 'secondary'} to={`${path}#booking`}>
            {t('rooms.book_now')}
            <span className="visually-hidden">: {name}</span>
          </ButtonLink>
          <ButtonLink variant="quiet" to={path}>
            {t('rooms.view_detail')}
            <span className="visually-hidden">: {name}</span>
          </ButtonLink>
        </p>
      </div>
    </article>
  )
}

export const pictureSizes: Readonly<Record<RoomCardKind, string>> = {
  row: '(min-width: 62rem) 33rem, (min-width: 48rem) 45vw, 92vw',
  wide: '(min-width: 62rem) 60vw, (min-width: 48rem) 45vw, 92vw',
  half: '(min-width: 62rem) 44rem, (min-width: 48rem) 45vw, 92vw',
}

/** Shortens the descriptions of rooms to the first paragraph. The data of a page contains no more than it shows. */
export const shortenDescriptions = <T extends Pick<Room, 'roomDescription'>>(rooms: readonly T[]): T[] =>
  rooms.map((room) => ({ ...room, roomDescription: room.roomDescription.split('\n\n')[0]! }))
