import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { parseDay } from '#platform/day.ts'
import { EmergencySheet } from '../../desk/today/emergency-sheet.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import { useDownload } from '#ui/paper/use-download.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { formatStay } from '#locales/dates.ts'
import type { RegisterApi, RegisterColumn, RegisterRoom } from './contract.ts'
import { PersonState, formatRoomName } from './person-state.tsx'
import styles from './register.module.css'

interface RegisterDay {
  day: string
  columns: RegisterColumn[]
  rooms: RegisterRoom[]
}

/** The register of one day with its missing entries and its downloads. */
export const registerDayPage: Page<RegisterApi, RegisterDay> = {
  load({ api, route }) {
    const day = route.query.get('day') ?? ''
    return api.getRegisterOfDay(parseDay(day) === undefined ? {} : { day })
  },
  head: (_, { t }) => ({ title: t('guests.title'), hidden: true }),
  View: RegisterDayView,
}

function RegisterDayView({ data: { day, columns, rooms } }: { data: RegisterDay }) {
  const translator = useTranslator()
  const { t } = translator
  const { language } = useRoute()
  const api = useApi<RegisterApi>()
  const openDay = (chosenDay: string) =>
    parseDay(chosenDay) !== undefined && navigate(officePages.register + queryString({ day: chosenDay }), language)
  const { download, failure } = useDownload(t('guests.sheet_failed'))
  return (
    <>
      <ListHead title={t('guests.title')} about={t('guests.about')}>
        <DateField
          label={t('guests.day')}
          name="day"
          key={day}
          defaultValue={day}
          onChange={({ currentTarget }) => openDay(currentTarget.value)}
        />
        <Button
          variant="secondary"
          onClick={() => void download(`register-${day}.csv`, () => api.getRegisterFile({ day }))}
        >
          {t('guests.download')}
        </Button>
        <Button
          variant="secondary"
          onClick={() => void download(`register-${day}.pdf`, () => api.getRegisterPdf({ day }))}
        >
          {t('guests.download_pdf')}
        </Button>
        <EmergencySheet />
      </ListHead>
      {failure && <Failure>{failure}</Failure>}
      {rooms.length === 0 ? (
        <EmptyListMessage
          title={t('guests.none')}
          text={t('guests.none_text')}
          action={
            <ButtonLink variant="secondary" to={officePages.today}>
              {t('guests.see_arrivals')}
            </ButtonLink>
          }
        />
      ) : (
        <ul role="list" className={styles.rooms}>
          {rooms.map((room) => (
            <li key={room.booking}>
              <div className={styles.head}>
                <h2>
                  <Link to={officeHref('stayGuests', room.code)}>{formatRoomName(room, translator)}</Link>
                </h2>
                <Chip tone={room.persons.length < room.expected ? 'due' : 'plain'}>
                  {t('guests.registered', { count: room.persons.length, expected: room.expected })}
                </Chip>
              </div>
              <p className="small">
                {[room.guest, formatStay(translator, room.from, room.to)].filter(Boolean).join(' · ')}
              </p>
              {room.persons.map((person) => (
                <div key={person.id} className={styles.person}>
                  <p>{person.name}</p>
                  <PersonState columns={columns} person={person} />
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
