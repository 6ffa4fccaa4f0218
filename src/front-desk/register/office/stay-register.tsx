import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip, RecordSection } from '#ui/office/record-page.tsx'
import { useToast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { formatStay } from '#locales/dates.ts'
import { listMissingColumns } from '../columns.ts'
import { formatCountryName } from './country-name.ts'
import { DocumentCopies } from './paper-copies.tsx'
import { PersonForm } from './person-form.tsx'
import { PersonState, formatRoomName } from './person-state.tsx'
import type { Register, RegisterApi, RegisterPerson, RegisterRoom } from './contract.ts'
import styles from './register.module.css'

/** The guest register of a stay: the persons of each room. */
export function StayRegister({
  register: { columns, copies, rooms, earlier },
  opensIncomplete,
}: {
  register: Register
  /** Whether the form of the first guest without a complete entry is open at first. */
  opensIncomplete: boolean
}) {
  const firstIncompleteRoom = opensIncomplete ? rooms.find((room) => findIncompletePerson(columns, room)) : undefined
  return rooms.map((room) => (
    <RoomPart
      key={room.booking}
      columns={columns}
      copies={copies}
      room={room}
      earlier={earlier}
      initialPerson={(room === firstIncompleteRoom && findIncompletePerson(columns, room)) || null}
    />
  ))
}

/**
 * Returns the first person with a missing field, or `new` if a guest of the room has no entry. Null: all are complete.
 */
function findIncompletePerson(columns: Register['columns'], room: RegisterRoom): RegisterPerson | 'new' | null {
  const incompletePerson = room.persons.find((person) => listMissingColumns(columns, person).length > 0)
  return incompletePerson ?? (room.persons.length < room.expected ? 'new' : null)
}

function RoomPart({
  columns,
  copies,
  room,
  earlier,
  initialPerson,
}: Pick<Register, 'columns' | 'copies' | 'earlier'> & {
  room: RegisterRoom
  initialPerson: RegisterPerson | 'new' | null
}) {
  const translator = useTranslator()
  const { t } = translator
  /** The person being edited, or null if the dialog is closed. */
  const [editedPerson, setEditedPerson] = useState(initialPerson)
  const title = formatRoomName(room, translator)
  const close = () => setEditedPerson(null)
  return (
    <RecordSection title={title}>
      <p className="small">
        {formatStay(translator, room.from, room.to)} ·{' '}
        {t('guests.registered', { count: room.persons.length, expected: room.expected })}
      </p>
      {room.persons.length > 0 && (
        <ul role="list" className={styles.persons}>
          {room.persons.map((person) => (
            <li className="line-4" key={person.id}>
              <div>
                <h3>{person.name}</h3>
                <p>
                  {[formatCountryName(person.nationality, translator.language), person.id_number]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                <PersonState columns={columns} person={person} />
              </div>
              <DocumentCopies person={person} room={room} copies={copies} />
              <Button
                variant="quiet"
                aria-label={t('guests.change_of', { name: person.name })}
                onClick={() => setEditedPerson(person)}
              >
                {t('guests.change')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="secondary"
          aria-label={t('guests.add_in', { room: title })}
          onClick={() => setEditedPerson('new')}
        >
          {t('guests.add')}
        </Button>
      </div>
      {earlier.length > 0 && <EarlierGuests room={room} earlier={earlier} />}
      <Dialog
        open={editedPerson !== null}
        size="wide"
        title={
          editedPerson && editedPerson !== 'new'
            ? t('guests.change_of', { name: editedPerson.name })
            : t('guests.add_in', { room: title })
        }
        onClose={close}
      >
        {editedPerson && (
          <PersonForm
            columns={columns}
            room={room}
            person={editedPerson === 'new' ? null : editedPerson}
            onDone={close}
          />
        )}
      </Dialog>
    </RecordSection>
  )
}

/** Guests of earlier stays on the same account. Each can be added with one click. */
function EarlierGuests({ room, earlier }: { room: RegisterRoom; earlier: Register['earlier'] }) {
  const { t, day } = useTranslator()
  const api = useApi<RegisterApi>()
  const office = useOffice()
  const showToast = useToast()
  const { run, failure } = useAction(t('guests.failed'), office.refresh)
  const copyPerson = (person: number, name: string) =>
    run(async () => {
      await api.copyRegistration({ booking: room.booking, person })
      void office.refresh()
      showToast(t('guests.copied_from_earlier_stay', { name }))
    })
  return (
    <div className={styles.earlier}>
      <Chip tone="to-come">{t('guests.earlier')}</Chip>
      <ul role="list">
        {earlier.map(({ id, name, day: since }) => (
          <li className="line-3" key={id}>
            <Button variant="quiet" onClick={() => void copyPerson(id, name)}>
              {t('guests.copy', { name })}
            </Button>
            <span className="small">{day(since)}</span>
          </li>
        ))}
      </ul>
      {failure && <Failure>{failure}</Failure>}
    </div>
  )
}
