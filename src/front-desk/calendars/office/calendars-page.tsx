import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { officePages } from '#routes/office.ts'
import { DoubleBookingList } from '../../desk/today/double-booking-list.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import { AddCalendar } from './add-calendar.tsx'
import { FeedLine, CreateAddress } from './feed-line.tsx'
import { SourceRow } from './source-row.tsx'
import type { Calendars, CalendarsApi, RoomCalendars, UnitCalendars } from './contract.ts'
import styles from './calendars-page.module.css'

/** The page of calendars: the feeds that other sites read and the calendars that are imported. */
export const calendarsPage: Page<CalendarsApi, Calendars> = {
  load: ({ api }) => api.getCalendars({}),
  head: (_, { t }) => ({ title: t('calendars.title'), hidden: true }),
  View: CalendarsView,
}

function CalendarsView({ data: calendars }: { data: Calendars }) {
  const { t } = useTranslator()
  const { can } = useOffice()
  return (
    <div className={styles.page}>
      <ListHead title={t('calendars.title')} about={t('calendars.text')} />
      {!calendars.can_seal && (
        <p role="alert" className={styles.noKey}>
          {t('calendars.no_key')}
        </p>
      )}
      <DoubleBookingList rows={calendars.double_bookings} />
      {calendars.data.length === 0 ? (
        <EmptyListMessage
          title={t('calendars.none')}
          text={t('calendars.none_text')}
          action={can('change rooms') && <ButtonLink to={officePages.rooms}>{t('roomtype.set_up')}</ButtonLink>}
        />
      ) : (
        <div className={styles.rooms}>
          {calendars.data.map((room) => (
            <Room key={room.id} room={room} canSeal={calendars.can_seal} />
          ))}
        </div>
      )}
    </div>
  )
}

function Room({ room, canSeal }: { room: RoomCalendars; canSeal: boolean }) {
  const { t } = useTranslator()
  const { id, name, feed, units } = room
  return (
    <section className={styles.room} aria-labelledby={`room-${id}`}>
      <h2 className="size-3" id={`room-${id}`}>
        {name}
      </h2>
      <ul className="panel" role="list">
        {units.length > 1 && (
          <li>
            <div className={styles.head}>
              <h3>{t('calendars.of_room')}</h3>
              {canSeal && !feed && <CreateAddress room={id} unit={0} name={name} />}
            </div>
            {feed && <FeedLine feed={feed} name={name} hint={t('calendars.of_room_hint')} mayEnd />}
          </li>
        )}
        {units.map((unit) => (
          <Unit key={unit.id} unit={unit} room={id} canSeal={canSeal} />
        ))}
      </ul>
      {units.length === 0 && <p className={styles.small}>{t('calendars.no_units')}</p>}
    </section>
  )
}

function Unit({ unit, room, canSeal }: { unit: UnitCalendars; room: number; canSeal: boolean }) {
  const { t } = useTranslator()
  const { name, active, feed, sources } = unit
  return (
    <li>
      <div className={styles.head}>
        <h3>{name}</h3>
        {!active && <Chip tone="waits">{t('units.out_of_use')}</Chip>}
        {canSeal && (
          <div className={styles.acts}>
            {!feed && <CreateAddress room={room} unit={unit.id} name={name} />}
            <AddCalendar unit={unit} />
          </div>
        )}
      </div>
      {feed && <FeedLine feed={feed} name={name} hint={t('calendars.of_unit_hint')} mayEnd />}
      {sources.length > 0 && (
        <ul role="list" className={styles.sources}>
          {sources.map((source) => (
            <SourceRow key={source.id} source={source} unit={name} />
          ))}
        </ul>
      )}
    </li>
  )
}
