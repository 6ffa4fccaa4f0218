import { getBookingReference } from '#stays/bookings/store.ts'
import { getRoomName } from '#stays/bookings/stay-views.ts'
import { hasPermission } from '#schema/permissions.ts'
import { localized } from '#platform/database/localized.ts'
import { isoDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { validateStaysQuery, listFigureStays } from '../figure-stays.ts'
import type { figureStaysContract } from './stays-contract.ts'

const PAGE_SIZE = 50

export const figureStaysHandlers = {
  getFigureStays: {
    validate: validateStaysQuery,
    async execute(db, ctx, { after, ...filter }) {
      const { rows, nextCursor, all } = await listFigureStays(db, ctx, filter, { limit: PAGE_SIZE, after })
      const room = await db
        .selectFrom('room')
        .select(localized(ctx.language, 'name').as('name'))
        .where('slug', '=', filter.room ?? '')
        .executeTakeFirst()
      const getVisibleAmounts = ({ grossPoisha, vatPoisha }: { grossPoisha: number; vatPoisha: number }) =>
        hasPermission(ctx.account, 'see money')
          ? { net: poishaToBdt(grossPoisha - vatPoisha), vat: poishaToBdt(vatPoisha) }
          : { net: null, vat: null }
      return {
        all: all && { stays: all.stays, nights: all.nights, ...getVisibleAmounts(all) },
        room: room?.name ?? null,
        data: rows.map((row) => ({
          code: getBookingReference(row),
          name: row.name,
          room_name: getRoomName(row, ctx.language),
          checkin: isoDay(row.check_in),
          checkout: isoDay(row.check_out),
          nights: row.nights,
          ...getVisibleAmounts(row),
        })),
        more: nextCursor,
      }
    },
  },
} satisfies Handlers<typeof figureStaysContract>
