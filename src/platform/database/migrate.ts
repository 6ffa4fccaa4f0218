import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { systemClock } from '../clock.ts'
import { type Database, type Engine, inTransaction, type Transaction } from './database.ts'

/**
 * Applies the SQL files of a folder that have not been applied yet, in the order of their names and each in its own
 * transaction. Several processes may do so concurrently. Returns the files that this call applied. `count` limits this
 * to the first files of the folder.
 */
export async function migrate(
  db: Database,
  engine: Engine,
  folder: string,
  count = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const appliedMigrations = await runExclusively(db, engine, async (transaction) => {
    await createMigrationTable(transaction)
    return readAppliedMigrations(transaction)
  }).catch((cause: Error) => {
    throw new MigrationError(`The database cannot be migrated: ${cause.message}.`, { cause })
  })
  checkAppliedMigrations(migrations, appliedMigrations)
  const newlyApplied: string[] = []
  for (const migration of migrations.slice(appliedMigrations.length, count)) {
    const isNew = await runExclusively(db, engine, (transaction) => applyOnce(transaction, engine, migration))
    if (isNew) newlyApplied.push(migration.name)
  }
  return newlyApplied
}

/** Throws a MigrationError unless exactly the files of the folder have been applied. Changes nothing. */
export async function checkMigrations(db: Database, folder: string): Promise<void> {
  const [missingMigration] = await listPendingMigrations(db, folder)
  if (missingMigration)
    throw new MigrationError(`The migration ${missingMigration} is not applied yet. Start the site once.`)
}

/** Returns the files of the folder that have not been applied yet. Changes nothing. */
export async function listPendingMigrations(db: Database, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const appliedMigrations = await readAppliedMigrations(db as MigratingDatabase).catch((cause: Error) => {
    throw new MigrationError('The database has no data of this app yet. Start the site once.', { cause })
  })
  checkAppliedMigrations(migrations, appliedMigrations)
  return migrations.slice(appliedMigrations.length).map(({ name }) => name)
}

/** Throws a MigrationError unless the applied migrations, sorted by name, are the first ones of the folder. */
export async function checkKnownMigrations(
  applied: AppliedMigration[],
  folder: string,
  subject: string,
): Promise<void> {
  checkAppliedMigrations(await readMigrations(folder), applied, subject)
}

/** The database and the code do not match. An operator has to fix this. */
export class MigrationError extends Error {}

export interface AppliedMigration {
  name: string
  checksum: string
}

interface Migration extends AppliedMigration {
  text: string
}

type MigratingDatabase = Kysely<{ migration: AppliedMigration & { applied_at: number } }>

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have other line endings, but it is the same migration.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function runExclusively<T>(db: Database, engine: Engine, work: (db: MigratingDatabase) => Promise<T>): Promise<T> {
  return inTransaction(db, async (transaction) => {
    // A write transaction on SQLite is exclusive from its beginning.
    if (engine === 'postgres') await lockOnPostgres(transaction)
    return work(transaction as Database as MigratingDatabase)
  })
}

async function lockOnPostgres(transaction: Transaction): Promise<void> {
  await sql`set local statement_timeout = '1h'`.execute(transaction)
  await sql`select pg_advisory_xact_lock(hashtext('migration'))`.execute(transaction)
  // Only this process migrates from here on. If a long query holds a table, fail soon instead of blocking all later
  // queries.
  await sql`set local lock_timeout = '10s'`.execute(transaction)
}

async function createMigrationTable(db: MigratingDatabase): Promise<void> {
  await sql`create table if not exists migration (
    name text not null,
    checksum text not null,
    applied_at bigint not null,
    constraint migration_pk primary key (name)
  )`.execute(db)
}

async function readAppliedMigrations(db: MigratingDatabase): Promise<AppliedMigration[]> {
  const appliedMigrations = await db.selectFrom('migration').select(['name', 'checksum']).execute()
  return appliedMigrations.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function checkAppliedMigrations(
  migrations: Migration[],
  appliedMigrations: AppliedMigration[],
  subject = 'database',
): void {
  appliedMigrations.forEach((appliedBefore, i) => {
    const currentMigration = migrations.find(({ name }) => name === appliedBefore.name)
    if (!currentMigration) {
      throw new MigrationError(
        `The ${subject} is newer than this version of the code: it has the migration ${appliedBefore.name}.`,
      )
    }
    if (currentMigration.checksum !== appliedBefore.checksum) {
      throw new MigrationError(
        `The migration ${appliedBefore.name} has changed since it was applied: undo that, and add a new one.`,
      )
    }
    if (currentMigration !== migrations[i]) {
      throw new MigrationError(
        `The migration ${migrations[i]!.name} comes before ${appliedBefore.name}, which is already applied: ` +
          'give it a higher number.',
      )
    }
  })
}

async function applyOnce(db: MigratingDatabase, engine: Engine, migration: Migration): Promise<boolean> {
  const { name, checksum, text } = migration
  const appliedBefore = await db.selectFrom('migration').select('name').where('name', '=', name).executeTakeFirst()
  if (appliedBefore) return false
  try {
    for (const statement of splitStatements(text)) await sql.raw(toDialect(engine, statement)).execute(db)
  } catch (error) {
    throw new MigrationError(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
  await db.insertInto('migration').values({ name, checksum, applied_at: systemClock() }).execute()
  return true
}

const dialectKeywords: Record<string, Record<Engine, string>> = {
  id: { sqlite: 'integer primary key', postgres: 'integer generated by default as identity primary key' },
  'lasting id': {
    sqlite: 'integer primary key autoincrement',
    postgres: 'integer generated by default as identity primary key',
  },
  // SQLite cannot alter a column. A table that others refer to cannot be created again either: dropping it would delete
  // their rows. So the text of the declarations is edited, which does not change how rows are stored.
  'id counter': { sqlite: 'insert into sqlite_sequence (name, seq)', postgres: '' },
  'open declarations': { sqlite: 'pragma writable_schema = on', postgres: 'select 1' },
  'lasting ids': {
    sqlite: `update sqlite_schema set sql = replace(sql, 'id integer primary key', 'id integer primary key autoincrement')
      where type = 'table' and name in (select name from sqlite_sequence) and name <> 'id_counter'`,
    postgres: 'select 1',
  },
  'close declarations': { sqlite: 'pragma writable_schema = reset', postgres: 'select 1' },
  big: { sqlite: 'integer', postgres: 'bigint' },
  bytes: { sqlite: 'blob', postgres: 'bytea' },
  sorted: { sqlite: '', postgres: 'collate "C"' },
  strict: { sqlite: 'strict', postgres: '' },
  'strict rowless': { sqlite: 'strict, without rowid', postgres: '' },
  'json array': { sqlite: 'json_array', postgres: 'json_build_array' },
  now: { sqlite: '(unixepoch() * 1000)', postgres: '(extract(epoch from now()) * 1000)' },
  // The body of a trigger that rejects changes, and the statement that must run before it.
  refuse: {
    sqlite: "begin select raise(abort, 'what is written here stands'); end",
    postgres: 'execute function refuse_change()',
  },
  refusing: {
    sqlite: 'select 1',
    postgres: `create or replace function refuse_change() returns trigger language plpgsql as $$
      begin raise exception 'what is written here stands'; end $$`,
  },
  // Without these statistics, PostgreSQL expects many long stays, and reads all stays to find the few long ones.
  'length statistics': {
    sqlite: 'select 1',
    postgres: 'create statistics booking_length on (check_out - check_in) from booking',
  },
  'length analysis': { sqlite: 'select 1', postgres: 'analyze booking (check_in, check_out)' },
  ...noteChanges(
    'booking',
    (row) => `insert into figure_change (from_day, until_day, made_at, ended_at)
      values (${row}.check_in, ${row}.check_out, ${row}.created_at, ${row}.cancelled_at);`,
  ),
  ...noteChanges(
    'night',
    (row) => `insert into figure_change (from_day, until_day) values (${row}.night, ${row}.night);`,
  ),
  ...noteChanges(
    'rooms',
    (row) => `insert into figure_change (from_day, until_day, made_at, ended_at)
      select room.check_in, room.check_out, room.created_at, room.cancelled_at from booking as room
      where room.stay_code = ${row}.stay_code and room.id <> ${row}.id;`,
  ),
}

/** The bodies of the triggers that note the old and the new row, and the statement that must run before them. */
function noteChanges(name: string, note: (row: 'old' | 'new') => string): typeof dialectKeywords {
  const postgres = `execute function note_${name}()`
  return {
    [`noting ${name}`]: {
      sqlite: 'select 1',
      postgres: `create or replace function note_${name}() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then ${note('old')} end if;
        if tg_op <> 'DELETE' then ${note('new')} end if;
        return null; end $$`,
    },
    [`note new ${name}`]: { sqlite: `begin ${note('new')} end`, postgres },
    [`note ${name}`]: { sqlite: `begin ${note('old')} ${note('new')} end`, postgres },
    [`note old ${name}`]: { sqlite: `begin ${note('old')} end`, postgres },
  }
}

function toDialect(engine: Engine, text: string): string {
  return text.replace(/\{([a-z ]+)\}/g, (braced, word) => {
    if (!dialectKeywords[word]) throw new Error(`unknown word ${braced}`)
    return dialectKeywords[word][engine]
  })
}

/** Splits at semicolons outside of quotes and comments, and removes the comments. */
function splitStatements(text: string): string[] {
  const statements = ['']
  for (const [token] of text.matchAll(/--.*|\/\*[^]*?(?:\*\/|$)|'[^']*'|"[^"]*"|[^;'"/-]+|[^]/g)) {
    if (token === ';') statements.push('')
    else if (!/^(--|\/\*)/.test(token)) statements[statements.length - 1] += token
  }
  return statements.filter((statement) => statement.trim())
}
