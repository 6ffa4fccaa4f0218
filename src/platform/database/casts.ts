import { sql, type RawBuilder } from 'kysely'

/** Casts a value. PostgreSQL needs an explicit type where the context does not give one. */
export const asInteger = (value: number): RawBuilder<number> => sql<number>`cast(${value} as integer)`
export const asBigint = (value: number): RawBuilder<number> => sql<number>`cast(${value} as bigint)`
