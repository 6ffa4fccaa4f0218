import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Recipe, Step } from './bare-bookings.ts'
import { chooseBySize } from './size.ts'

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

/** Large enough that two guests rarely request the same nights at the same time. */
const maxGuests = 20

/** Runs the prepared statements of the product's bookings with pgbench, PostgreSQL's own benchmark in C. */
export function runPgbench(folder: string, url: string, connections: number, recipes: readonly Recipe[]) {
  const file = join(folder, 'booking.sql')
  writeFileSync(file, buildScript(recipes.slice(0, maxGuests)))
  return {
    async bookingsPerSecond(seconds: number): Promise<number> {
      const { stdout } = await promisify(execFile)('pgbench', [
        '--no-vacuum',
        '--protocol=prepared',
        `--client=${connections}`,
        chooseBySize({ full: `--time=${Math.ceil(seconds)}`, smallest: '--transactions=2' }),
        `--file=${file}`,
        url,
      ])
      const failedCount = Number(/^number of failed transactions: (\d+)/m.exec(stdout)?.[1] ?? 0)
      if (failedCount > 0) throw new Error(stdout)
      return Number(/^tps = ([\d.]+)/m.exec(stdout)![1])
    },
  }
}

/** Builds the statements of the first guest, with the rooms and nights of a random guest. */
function buildScript(recipes: readonly Recipe[]): string {
  const setCommands: string[] = []
  const lines = recipes[0]!.map((step, index) =>
    toLine(step, (position) => {
      const values = recipes.map((recipe) => recipe[index]!.parameters[position])
      if (!values.every(isSmallNumber) || new Set(values).size === 1) return toLiteral(values[0])
      const name = `p${index}_${position}`
      const cases = values.slice(1).map((value, guest) => `when :guest = ${guest + 1} then ${value}`)
      setCommands.push(`\\set ${name} case ${cases.join(' ')} else ${values[0]} end`)
      return `:${name}`
    }),
  )
  return [`\\set guest random(0, ${recipes.length - 1})`, ...setCommands, 'begin;', ...lines, 'end;', ''].join('\n')
}

/** Excludes timestamps. */
const isSmallNumber = (value: unknown) => typeof value === 'number' && value < 2 ** 31

/** Converts a statement for pgbench. The server generates the values that differ between bookings. */
function toLine(
  { sql, codePositions, bookingIdPositions, keyPositions, hashPositions, returnsBookingId }: Step,
  fallback: (position: number) => string,
): string {
  const generatedValues: [readonly number[], string][] = [
    [codePositions, 'upper(substr(md5(random()::text), 1, 10))'],
    [bookingIdPositions, ':booking_id'],
    [keyPositions, 'gen_random_uuid()::text'],
    [hashPositions, 'sha256(random()::text::bytea)'],
  ]
  const getValue = (position: number) =>
    generatedValues.find(([index]) => index.includes(position))?.[1] ?? fallback(position)
  const filledSql = sql.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, (_, number) => getValue(Number(number) - 1))
  return returnsBookingId
    ? `${filledSql.replace(/ returning \*$/, ' returning id as booking_id')} \\gset`
    : `${filledSql};`
}

/** Escapes a value: pgbench would read a colon as a variable and a line break as the end of the statement. */
function toLiteral(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value)
  const text = String(value)
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll(':', '\\x3A')
    .replaceAll('\n', '\\n')
  return `E'${text}'`
}
