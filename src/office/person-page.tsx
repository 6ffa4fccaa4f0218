import type { GuestStays } from '#stays/guests/contract.ts'
import { GuestPreferences } from '#stays/guests/guest-preferences.tsx'
import { GuestStaysParts } from '#stays/guests/guest-stays.tsx'
import type { EnquiryOfPerson } from '#trade/enquiries/office/contract.ts'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import type { Person } from '#people/staff/office/people-contract.ts'
import { PersonRecord } from '#people/staff/office/person-record.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import type { OfficeApi } from './api.ts'
import { nullIfForbidden } from './null-if-forbidden.ts'

interface PersonData {
  person: Person
  guestStays: GuestStays
  enquiries: EnquiryOfPerson[]
}

/** A person with their stays and enquiries, as far as the user may see them. */
export const personPage: Page<OfficeApi, PersonData> = {
  async load({ api, route }) {
    const person = await api.getPerson({ id: Number(route.params['id']) })
    const [guestStays, enquiries] = await Promise.all([
      api.getGuestStays({ id: person.id }),
      api.getEnquiriesOfPerson({ account: person.id }).catch(nullIfForbidden),
    ])
    return { person, guestStays, enquiries: enquiries?.data ?? [] }
  },
  head: ({ person: { name, email } }) => ({ title: name || email, hidden: true }),
  View: PersonView,
}

function PersonView({ data: { person, guestStays, enquiries } }: { data: PersonData }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <PersonRecord
      person={person}
      onChanged={(changed): PersonData => ({ person: changed, guestStays, enquiries })}
      aside={
        <>
          <GuestPreferences guest={person} />
          <GuestStaysParts
            guest={person}
            guestStays={guestStays}
            onChanged={(changed): PersonData => ({ person, guestStays: changed, enquiries })}
          />
          {enquiries.length > 0 && (
            <RecordSection title={t('office.enquiries')}>
              <ul role="list" className="stack-2">
                {enquiries.map(({ code, products, asked_at }) => (
                  <li className="anywhere" key={code}>
                    <Link to={officeHref('enquiry', code)}>{products.join(', ')}</Link>{' '}
                    {formatWhen(translator, asked_at)}
                  </li>
                ))}
              </ul>
            </RecordSection>
          )}
        </>
      }
    />
  )
}
