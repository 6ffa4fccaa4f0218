import type { Asker, Handlers, Judges } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { notFound } from '../platform/errors.ts'
import { wordsIn } from '../words/both.ts'
import { readCompany } from '../content/company.ts'
import { faultsOfRequest, requestBooking } from './booking.ts'
import { cancellingOf } from './cancelling.ts'
import { confirmationOf } from './told.ts'
import type { bookingsContract } from './contract.ts'
import { historyHandlers } from './stays-http.ts'
import type { OpenRequests } from './open-requests.ts'
import { searchHandlers } from './search-http.ts'
import { stayFile } from './ical.ts'
import { ownBooking, stayByLink } from './store.ts'
import type { House } from './stay-link.ts'

export function bookingsHandlers(
  house: House & { db: Database; openRequests: OpenRequests },
): Handlers<typeof bookingsContract> {
  const { db, clock } = house
  type Form = Parameters<typeof requestBooking>[3]
  const book = async (form: Form, asker: Asker) => ({
    message: wordsIn(asker.language).t('booking.done'),
    ...confirmationOf(await requestBooking(db, house, asker, form), asker.language, clock()),
  })
  return {
    ...searchHandlers(house),
    ...historyHandlers(house),
    requestGuestBooking: book,
    requestBooking: book,

    async getStay({ token }, { language }) {
      const now = clock()
      const booking = await stayByLink(db, now, token)
      if (!booking) throw notFound()
      const cancelling = cancellingOf(booking, await readCompany(db), language, now)
      return { ...confirmationOf(booking, language, now), cancelling }
    },

    async getStayCalendar({ id, token }, { account }) {
      const booking = token
        ? await stayByLink(db, clock(), token)
        : id && account
          ? await ownBooking(db, account.id, id)
          : undefined
      if (!booking) throw notFound()
      return stayFile(booking, await readCompany(db), house.publicUrl, clock())
    },
  }
}

/** What else is wrong with a booking of which some field is not even what it should be. */
export function bookingsJudges({
  db,
  clock,
}: Pick<House, 'clock'> & { db: Database }): Judges<typeof bookingsContract> {
  const judge = (form: Parameters<typeof faultsOfRequest>[2]) => faultsOfRequest(db, clock(), form)
  return { requestGuestBooking: judge, requestBooking: judge }
}
