import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { listMissingColumns } from '../register/columns.ts'
import { listPersons, readDetails } from '../register/register.ts'
import { listColumns } from '../register/requested-columns.ts'
import type { DeskStay } from './stays.ts'

/**
 * Returns how many guests of each stay have no entry or an incomplete one in the guest register. Leaves out stays whose
 * entries are complete.
 */
export async function countIncompleteEntries(
  db: Database,
  ctx: Pick<RequestContext, 'now' | 'visit'>,
  stays: readonly Pick<DeskStay, 'id' | 'adults' | 'children'>[],
): Promise<Map<number, number>> {
  if (stays.length === 0) return new Map()
  const columns = listColumns(await loadCompany(db, ctx), 'en')
  const persons = await listPersons(
    db,
    stays.map(({ id }) => id),
  )
  const personsByBooking = Map.groupBy(persons, ({ booking_id }) => booking_id)
  const counts = stays.map(({ id, adults, children }) => {
    const registeredPersons = personsByBooking.get(id) ?? []
    const incompletePersons = registeredPersons.filter(
      ({ nationality, details }) => listMissingColumns(columns, { nationality, ...readDetails(details) }).length > 0,
    )
    return [id, incompletePersons.length + Math.max(0, adults + children - registeredPersons.length)] as const
  })
  return new Map(counts.filter(([, count]) => count > 0))
}
