import { findInvoicesByNumber } from '#money/invoices/find-by-number.ts'
import { findUnits } from '#front-desk/desk/today/find-units.ts'
import { listCustomers } from '#people/customers/customers.ts'
import { listPeople } from '#people/staff/people.ts'
import { listStays } from '#stays/bookings/office/listing.ts'
import { getRoomName } from '#stays/bookings/stay-views.ts'
import { loadStays } from '#stays/bookings/stay-with-rooms.ts'
import { listConversations } from '#trade/inbox/listing.ts'
import { listOrders } from '#trade/orders/listing.ts'
import { formatOrderNumber } from '#trade/orders/store.ts'
import { listQuotations } from '#trade/quotations/listing.ts'
import { formatNumber } from '#trade/quotations/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { isoDay } from '#platform/day.ts'
import { hasPermission, type Permission } from '#schema/permissions.ts'
import { translatorFor } from '#locales/both.ts'
import { formatStay } from '#locales/dates.ts'
import type { FoundRecord, searchContract } from './contract.ts'

const MAX_RESULTS_PER_KIND = 5
const paging = { limit: MAX_RESULTS_PER_KIND }

type Search = (db: Database, ctx: RequestContext, search: string) => Promise<FoundRecord[]>

/** The searches in the order of their results, each with the permission for its records. */
const searches: readonly { permission: Permission; find: Search }[] = [
  {
    permission: 'see bookings',
    async find(db, ctx, search) {
      const { rows } = await listStays(db, ctx, { view: 'newest', search }, paging)
      const translator = translatorFor(ctx.language)
      return (await loadStays(db, rows)).map((stay) => ({
        kind: 'stay',
        id: stay.code,
        title: stay.name || stay.code,
        details: joinDetails(
          getRoomName(stay, ctx.language),
          formatStay(translator, isoDay(stay.check_in), isoDay(stay.check_out)),
          stay.code,
        ),
      }))
    },
  },
  {
    permission: 'see people',
    async find(db, _, search) {
      const { rows } = await listPeople(db, { search }, paging)
      return rows.map(({ id, name, email, phone, company_name }) => ({
        kind: 'person',
        id: String(id),
        title: name || email,
        details: joinDetails(company_name, email, phone),
      }))
    },
  },
  {
    permission: 'run the desk',
    async find(db, ctx, search) {
      const units = await findUnits(db, ctx, search, MAX_RESULTS_PER_KIND)
      return units.map(({ name, roomName, stay }) => ({
        kind: 'unit',
        id: stay?.code ?? '',
        title: name,
        details: joinDetails(roomName, stay?.name),
      }))
    },
  },
  {
    permission: 'manage customers',
    async find(db, _, search) {
      const { rows } = await listCustomers(db, { search }, paging)
      return rows.map(({ id, name, contact_name, contact_email }) => ({
        kind: 'customer',
        id: String(id),
        title: name,
        details: joinDetails(contact_name, contact_email),
      }))
    },
  },
  {
    permission: 'answer enquiries',
    async find(db, ctx, search) {
      const { rows } = await listConversations(db, ctx, { view: 'all', search }, paging)
      return rows.map(({ code, message_id, name, email, company, subject, lines }) => ({
        kind: code === null ? 'message' : 'enquiry',
        id: code ?? String(message_id),
        title: company || name || email,
        details: joinDetails(company && name, lines.map(({ product }) => product).join(', ') || subject),
      }))
    },
  },
  {
    permission: 'make quotations',
    async find(db, _, search) {
      const { rows } = await listQuotations(db, { view: 'all', search }, paging)
      return rows.map(({ id, company, name, revision, ...quotation }) => ({
        kind: 'quotation',
        id: String(id),
        title: formatNumber(quotation, revision) ?? (company || name),
        details: joinDetails(company, name),
      }))
    },
  },
  {
    permission: 'make quotations',
    async find(db, _, search) {
      const { rows } = await listOrders(db, { view: 'all', search }, paging)
      return rows.map(({ id, company, name, year, no }) => ({
        kind: 'order',
        id: String(id),
        title: formatOrderNumber({ year, no }),
        details: joinDetails(company, name),
      }))
    },
  },
  {
    permission: 'see money',
    async find(db, _, search) {
      const invoices = await findInvoicesByNumber(db, search, MAX_RESULTS_PER_KIND)
      return invoices.map(({ id, number, buyerName }) => ({
        kind: 'invoice',
        id: String(id),
        title: number,
        details: buyerName,
      }))
    },
  },
]

export const searchHandlers = {
  async searchOffice(db, ctx, { search }) {
    const data: FoundRecord[] = []
    for (const { permission, find } of searches)
      if (hasPermission(ctx.account, permission)) data.push(...(await find(db, ctx, search)))
    return { data }
  },
} satisfies Handlers<typeof searchContract>

const joinDetails = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ')
