import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Recipe, Step } from './bare-bookings.ts'
import { bySize } from './size.ts'

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

/** With this many guests, two rarely book the same nights at once. */
const maxGuests = 20

/** Runs the prepared statements of the product's bookings with pgbench, PostgreSQL's own benchmark in C. */
export function pgbench(folder: string, url: string, connections: number, recipes: readonly Recipe[]) {
  const file = join(folder, 'booking.sql')
  writeFileSync(file, scriptOf(recipes.slice(0, maxGuests)))
  return {
    async bookingsASecond(seconds: number): Promise<number> {
      const { stdout } = await promisify(execFile)('pgbench', [
        '--no-vacuum',
        '--protocol=prepared',
        `--client=${connections}`,
        bySize({ full: `--time=${Math.ceil(seconds)}`, smallest: '--transactions=2' }),
        `--file=${file}`,
        url,
      ])
      const failed = Number(/^number of failed transactions: (\d+)/m.exec(stdout)?.[1] ?? 0)
      if (failed > 0) throw new Error(stdout)
      return Number(/^tps = ([\d.]+)/m.exec(stdout)![1])
    },
  }
}

/** The statements of the first guest, with the rooms and nights of a random guest. */
function scriptOf(recipes: readonly Recipe[]): string {
  const sets: string[] = []
  const lines = recipes[0]!.map((step, at) =>
    toLine(step, (place) => {
      const each = recipes.map((recipe) => recipe[at]!.parameters[place])
      if (!each.every(isSmallNumber) || new Set(each).size === 1) return literal(each[0])
      const name = `p${at}_${place}`
      const others = each.slice(1).map((value, guest) => `when :guest = ${guest + 1} then ${value}`)
      sets.push(`\\set ${name} case ${others.join(' ')} else ${each[0]} end`)
      return `:${name}`
    }),
  )
  return [`\\set guest random(0, ${recipes.length - 1})`, ...sets, 'begin;', ...lines, 'end;', ''].join('\n')
}

/** Excludes timestamps. */
const isSmallNumber = (value: unknown) => typeof value === 'number' && value < 2 ** 31

/** Converts a statement for pgbench. The server generates the values that differ between bookings. */
function toLine(
  { sql, codeAt, bookingIdAt, keyAt, hashAt, givesBookingId }: Step,
  otherwise: (place: number) => string,
): string {
  const places: [readonly number[], string][] = [
    [codeAt, 'upper(substr(md5(random()::text), 1, 10))'],
    [bookingIdAt, ':booking_id'],
    [keyAt, 'gen_random_uuid()::text'],
    [hashAt, 'sha256(random()::text::bytea)'],
  ]
  const value = (place: number) => places.find(([at]) => at.includes(place))?.[1] ?? otherwise(place)
  const filled = sql.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, (_, number) => value(Number(number) - 1))
  return givesBookingId ? `${filled.replace(/ returning \*$/, ' returning id as booking_id')} \\gset` : `${filled};`
}

/** Escapes a value: pgbench would read a colon as a variable and a line break as the end of the statement. */
function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value)
  const text = String(value)
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll(':', '\\x3A')
    .replaceAll('\n', '\\n')
  return `E'${text}'`
}
