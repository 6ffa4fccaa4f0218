import type { BookingLine } from '#stays/bookings/office/contract.ts'
import type { EnquiryOfPerson } from '#trade/enquiries/office/contract.ts'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import type { Person } from '#people/staff/office/people-contract.ts'
import { PersonFile } from '#people/staff/office/person-file.tsx'
import { Part } from '#ui/office/record-page.tsx'
import { when } from '#ui/office/format-time.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { formatDateList } from '#locales/dates.ts'
import type { OfficeApi } from './api.ts'

interface PersonData {
  person: Person
  stays: BookingLine[]
  enquiries: EnquiryOfPerson[]
}

/** A person with their stays and enquiries, as far as the user may see them. */
export const personPage: Page<OfficeApi, PersonData> = {
  async load({ api, place }) {
    const person = await api.getPerson({ id: Number(place.params['id']) })
    const [stays, enquiries] = await Promise.all([
      api.getBookings({ view: 'newest', search: person.email }).then(({ data }) => data, emptyIfForbidden),
      api.getEnquiriesOfPerson({ account: person.id }).then(({ data }) => data, emptyIfForbidden),
    ])
    return { person, stays, enquiries }
  },
  head: ({ person: { name, email } }) => ({ title: name || email, hidden: true }),
  View: PersonView,
}

/** Returns an empty list if the user may not see the data. */
function emptyIfForbidden(error: unknown): [] {
  if (error instanceof Error && 'status' in error && error.status === 403) return []
  throw error
}

function PersonView({ data: { person, stays, enquiries } }: { data: PersonData }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <PersonFile
      person={person}
      onChanged={(changed): PersonData => ({ person: changed, stays, enquiries })}
      aside={
        <>
          <Part title={t('people.stays')}>
            {stays.length === 0 ? (
              <p>{t('people.no_stays')}</p>
            ) : (
              <ul role="list" className="stack-2">
                {stays.slice(0, MAX_STAYS).map((stay) => (
                  <li className="anywhere" key={stay.code}>
                    <Link to={officeHref('booking', stay.code)}>
                      {formatDateList(translator, stay.checkin, stay.checkout)}
                    </Link>{' '}
                    {stay.room_name}
                  </li>
                ))}
              </ul>
            )}
            {stays.length > MAX_STAYS && (
              <Link to={officePages.bookings + queryString({ search: person.email })}>{t('people.all_stays')}</Link>
            )}
          </Part>
          {enquiries.length > 0 && (
            <Part title={t('office.enquiries')}>
              <ul role="list" className="stack-2">
                {enquiries.map(({ code, products, asked_at }) => (
                  <li className="anywhere" key={code}>
                    <Link to={officeHref('enquiry', code)}>{products.join(', ')}</Link> {when(translator, asked_at)}
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </>
      }
    />
  )
}

const MAX_STAYS = 10
