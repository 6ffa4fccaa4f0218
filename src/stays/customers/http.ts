import { loadCompany } from '#content/company.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { isoDay } from '#platform/day.ts'
import { computeToday } from '../availability/stay.ts'
import { getDeskStatus } from '../bookings/office/desk-status.ts'
import { getRoomName } from '../bookings/stay-views.ts'
import { getStatus } from '../bookings/status.ts'
import { loadStays } from '../bookings/stay-with-rooms.ts'
import type { customerStaysContract } from './contract.ts'
import { setStayCustomer } from './stay-customer.ts'

export const customerStaysHandlers = {
  async getCustomerStays(db, ctx, { id, after }) {
    const { language, now } = ctx
    const [lastDay, lastId] = after?.split('-').map(Number) ?? []
    const matches = await db
      .selectFrom('stay_customer')
      .innerJoin('booking', 'booking.code', 'stay_customer.stay_code')
      .selectAll('booking')
      .where('customer_id', '=', id)
      .$if(after !== undefined, (rows) =>
        rows.where((row) =>
          row.or([
            row('check_in', '<', lastDay!),
            row.and([row('check_in', '=', lastDay!), row('booking.id', '<', lastId!)]),
          ]),
        ),
      )
      .orderBy('check_in', 'desc')
      .orderBy('booking.id', 'desc')
      .limit(PAGE_SIZE + 1)
      .execute()
    const rows = matches.slice(0, PAGE_SIZE)
    const lastRow = matches.length > PAGE_SIZE ? rows.at(-1)! : null
    const currentDay = computeToday(await loadCompany(db, ctx), now)
    return {
      data: (await loadStays(db, rows)).map((stay) => ({
        code: stay.code,
        name: stay.name,
        room_name: getRoomName(stay, language),
        checkin: isoDay(stay.check_in),
        checkout: isoDay(stay.check_out),
        status: getStatus(stay, now),
        desk_status: getDeskStatus(stay, now, currentDay),
      })),
      more: lastRow && `${lastRow.check_in}-${lastRow.id}`,
    }
  },
  async setStayCustomer(db, ctx, { code, customer }) {
    await setStayCustomer(db, ctx, { code, customerId: customer })
    return {}
  },
} satisfies Handlers<typeof customerStaysContract>

const PAGE_SIZE = 20
