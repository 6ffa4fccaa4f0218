import type { Insertable } from 'kysely'
import { publish, type PublishTransaction, type Publisher } from '#platform/database/publish.ts'
import type { Tables } from '#schema/tables.ts'

/** Adds an active room with its units and returns its id. */
export function addRoom(
  db: Publisher,
  slug: string,
  units: number,
  overrides: Partial<Insertable<Tables['room']>> = {},
): Promise<number> {
  return publish(db, (tx) => insertRoom(tx, slug, units, overrides))
}

async function insertRoom(
  tx: PublishTransaction,
  slug: string,
  units: number,
  overrides: Partial<Insertable<Tables['room']>>,
): Promise<number> {
  const { id } = await tx
    .insertInto('room')
    .values({
      slug,
      name_en: `Room ${slug}`,
      name_bn: null,
      type_en: 'Test',
      type_bn: null,
      bed_en: 'One bed',
      bed_bn: null,
      description_en: 'A room.',
      description_bn: null,
      size_sqm: 20,
      max_adults: 2,
      max_children: 1,
      max_guests: 3,
      price_poisha: 500_000,
      capacity: units,
      position: 100,
      active: 1,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let unit = 0; unit < units; unit++)
    await tx
      .insertInto('unit')
      .values({ room_id: id, name: `${slug}-${unit}` })
      .execute()
  return id
}

export type NewRate = Partial<Insertable<Tables['rate']>> & { day: number }

export async function addRates(db: Publisher, roomId: number, rates: readonly NewRate[]): Promise<void> {
  if (rates.length === 0) return
  const unsetRate = {
    price_poisha: null,
    min_nights: null,
    max_nights: null,
    closed: 0,
    closed_to_arrival: 0,
    closed_to_departure: 0,
  } as const
  await publish(db, (tx) =>
    tx
      .insertInto('rate')
      .values(rates.map((rate) => ({ ...unsetRate, ...rate, room_id: roomId })))
      .execute(),
  )
}
