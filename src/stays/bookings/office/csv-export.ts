import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import { poishaToBdt } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import { guestFieldNames, guestFields, getOptions } from '../guest-fields.ts'
import { getStatusKey } from '../summary.ts'
import { getStatus } from '../status.ts'
import type { BookedRow } from '../store.ts'
import { getRoomName } from '../stay-views.ts'
import { loadStays, type StayWithRooms } from '../stay-with-rooms.ts'

/** Exports stays as CSV, one line per stay. Headings and values are in the language of the user. */
export async function* toCsv(
  db: Database,
  ctx: RequestContext,
  pages: AsyncIterable<readonly BookedRow[]>,
): AsyncGenerator<string> {
  const columns = listColumnsFor(ctx)
  yield CSV_BOM + formatCsvLine(columns.map(([heading]) => heading))
  for await (const rows of pages) {
    const stays = await loadStays(db, rows)
    yield stays.map((stay) => formatCsvLine(columns.map(([, valueOf]) => valueOf(stay)))).join('')
  }
}

type Column = readonly [heading: string, of: (stay: StayWithRooms) => string | number | null]

/** The columns of the file. Amounts are included only if the user may see money. */
function listColumnsFor({ account, language, now }: RequestContext): Column[] {
  const { t } = translatorFor(language)
  const amounts: Column[] = [
    [t('stays.total'), ({ total_poisha }) => poishaToBdt(total_poisha)],
    [t('stays.vat'), ({ vat_poisha }) => poishaToBdt(vat_poisha)],
    [
      t('stays.cancel_fee'),
      ({ cancel_fee_poisha }) => (cancel_fee_poisha === null ? null : poishaToBdt(cancel_fee_poisha)),
    ],
  ]
  return [
    [t('stays.reference'), ({ code }) => code],
    ...guestFieldNames
      .filter((name) => getOptions(name).isListed)
      .map((name): Column => [t(guestFields[name].label), (stay) => stay[name]]),
    [t('stays.room'), (stay) => getRoomName(stay, language)],
    [t('stays.arrival'), ({ check_in }) => isoDay(check_in)],
    [t('stays.departure'), ({ check_out }) => isoDay(check_out)],
    [t('stays.nights'), ({ check_in, check_out }) => check_out - check_in],
    [t('stays.adults'), ({ adults }) => adults],
    [t('stays.children'), ({ children }) => children],
    [t('stays.state'), (stay) => t(getStatusKey(getStatus(stay, now)))],
    ...(hasPermission(account, 'see money') ? amounts : []),
    [t('stays.requested_at'), ({ created_at }) => isoInstant(created_at)],
  ]
}
