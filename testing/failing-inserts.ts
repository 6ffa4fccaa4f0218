import { sql } from 'kysely'
import type { WholeDatabase } from '#platform/database/database.ts'
import type { TestEngine } from './engines.ts'

/** Makes every insert into a table fail, with its transaction, until the returned function is called. */
export async function makeInsertsFail(
  db: WholeDatabase,
  { name }: TestEngine,
  table: string,
): Promise<() => Promise<void>> {
  const tableRef = sql.table(table)
  if (name === 'sqlite') {
    await sql`create trigger fault before insert on ${tableRef} begin select raise(abort, 'fault'); end`.execute(db)
    return async () => void (await sql`drop trigger fault`.execute(db))
  }
  await sql`create function fault() returns trigger language plpgsql as $$ begin raise exception 'fault'; end $$`.execute(
    db,
  )
  await sql`create trigger fault before insert on ${tableRef} for each row execute function fault()`.execute(db)
  return async () => {
    await sql`drop trigger fault on ${tableRef}`.execute(db)
    await sql`drop function fault()`.execute(db)
  }
}
