import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines, type TestDatabase } from '#testing/engines.ts'
import { asKysely } from '#testing/as-kysely.ts'
import { findConstraintName, setConstraintName } from './constraint.ts'

const schema = [
  sql`create table parent (id integer not null, code text not null, nick text, kind integer not null,
    constraint parent_pk primary key (id), constraint parent_kind_known check (kind between 1 and 3))`,
  sql`create unique index parent_code on parent (code)`,
  sql`create unique index parent_nick_in_any_case on parent (lower(nick))`,
  sql`create unique index parent_one_special on parent (kind) where kind = 3`,
  sql`create table child (parent_id integer not null, position integer not null, name text not null,
    constraint child_pk primary key (parent_id, position),
    constraint child_parent foreign key (parent_id) references parent (id))`,
  sql`create unique index child_name on child (name, parent_id)`,
  sql`create table guard (parent_id integer,
    constraint guard_parent foreign key (parent_id) references parent (id) on delete restrict)`,
  sql`create table nameless (id integer primary key)`,
  sql`insert into parent values (1, 'one', 'uno', 1), (3, 'three', null, 3)`,
  sql`insert into child values (1, 1, 'first')`,
  sql`insert into guard values (3)`,
  sql`insert into nameless values (1)`,
]

const violations = {
  'a primary key': [sql`insert into parent values (1, 'two', null, 1)`, 'parent_pk'],
  'a primary key of two columns': [sql`insert into child values (1, 1, 'second') returning name`, 'child_pk'],
  'a primary key without a name': [sql`insert into nameless values (1)`, 'nameless_pkey'],
  'a unique index': [sql`insert into parent values (2, 'one', null, 1)`, 'parent_code'],
  'a unique index over two columns': [sql`insert into child values (1, 2, 'first')`, 'child_name'],
  'a unique index over an expression': [sql`insert into parent values (2, 'two', 'UNO', 1)`, 'parent_nick_in_any_case'],
  'a unique index over some rows': [sql`insert into parent values (2, 'two', null, 3)`, 'parent_one_special'],
  'a check': [sql`update parent set kind = 4 where id = 1`, 'parent_kind_known'],
  'a foreign key without its parent': [sql`insert into child values (2, 1, 'orphan')`, 'foreign key'],
  'a foreign key that keeps its parent': [sql`delete from parent where id = 1`, 'foreign key'],
  'a restricting foreign key': [sql`delete from parent where id = 3`, 'foreign key'],
  'nothing when a value is missing': [sql`insert into parent values (2, null, null, 1)`, undefined],
  'nothing when a table is missing': [sql`insert into nowhere values (1)`, undefined],
} as const

for (const engine of bothEngines) {
  describe(`findConstraintName on ${engine.name}`, () => {
    let database: TestDatabase
    before(async () => {
      database = await engine.bare()
      for (const statement of schema) await statement.execute(database.db)
    })
    after(() => database.close())

    for (const [constraintKind, [statement, name]] of Object.entries(violations)) {
      test(`finds ${constraintKind}`, async () => {
        const hasName = (error: unknown) => findConstraintName(error) === name
        const { db } = database
        await assert.rejects(statement.execute(db), hasName)
        await assert.rejects(
          asKysely(db)
            .transaction()
            .execute((transaction) => statement.execute(transaction)),
          hasName,
        )
      })
    }
  })
}

test('findConstraintName returns undefined for errors that are not from a database', () => {
  assert.equal(findConstraintName(new Error('UNIQUE constraint failed: parent.code')), undefined)
  assert.equal(findConstraintName('parent_code'), undefined)
})

test('every primary key and unique index of the schema has the same name on both engines', async (t) => {
  const [sqliteDatabase, postgresDatabase] = (await Promise.all(bothEngines.map((engine) => engine.fresh()))) as [
    TestDatabase,
    TestDatabase,
  ]
  t.after(() => Promise.all([sqliteDatabase.close(), postgresDatabase.close()]))
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'
     order by indexname collate "C"`.execute(postgresDatabase.db)
  assert.deepEqual(
    listUniqueNames(sqliteDatabase.at.file),
    rows.map(({ name }) => name),
  )
})

function listUniqueNames(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const uniqueIndexes = database
    .prepare(
      `
    select tables.name || '.' || group_concat(columns.name, ', ' || tables.name || '.') as subject
      from sqlite_schema as tables, pragma_index_list(tables.name) as list, pragma_index_info(list.name) as columns
     where tables.type = 'table' and list."unique" = 1 group by tables.name, list.name
    union
    select tables.name || '.' || columns.name from sqlite_schema as tables, pragma_table_info(tables.name) as columns
     where tables.type = 'table' and columns.pk = 1
       and (select count(*) from pragma_table_info(tables.name) where pk > 0) = 1`,
    )
    .all()
  const names = uniqueIndexes.map(({ subject }) => {
    const error: Error & { constraint?: string } = new Error(`UNIQUE constraint failed: ${subject}`)
    setConstraintName(error, database)
    return error.constraint!
  })
  database.close()
  return names.sort()
}
