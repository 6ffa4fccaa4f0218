import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const text = readFileSync(join(root, 'docs/security-asvs.md'), 'utf8')

/** The number of level 1 and level 2 requirements in each section of ASVS 5.0.0. In a section, those of level 1 come first. */
const requirementCounts = `
  1.1: 0 2, 1.2: 5 4, 1.3: 2 9, 1.4: 0 3, 1.5: 1 1, 2.1: 1 2, 2.2: 2 1, 2.3: 1 3, 2.4: 0 1,
  3.2: 2 0, 3.3: 1 3, 3.4: 2 4, 3.5: 3 2, 3.7: 0 2, 4.1: 1 2, 4.2: 0 1, 4.3: 0 2, 4.4: 1 3,
  5.1: 0 1, 5.2: 2 1, 5.3: 2 0, 5.4: 0 3, 6.1: 1 2, 6.2: 8 4, 6.3: 2 2, 6.4: 2 2, 6.5: 0 5, 6.6: 0 3, 6.8: 0 4,
  7.1: 0 3, 7.2: 4 0, 7.3: 0 2, 7.4: 2 3, 7.5: 0 2, 7.6: 0 2, 8.1: 1 1, 8.2: 2 1, 8.3: 1 0, 8.4: 0 1,
  9.1: 3 0, 9.2: 1 3, 10.1: 0 2, 10.2: 0 2, 10.3: 0 4, 10.4: 5 6, 10.5: 0 5, 10.6: 0 2, 10.7: 0 3,
  11.1: 0 2, 11.2: 0 3, 11.3: 2 1, 11.4: 1 3, 11.5: 0 1, 11.6: 0 1, 12.1: 1 2, 12.2: 2 0, 12.3: 0 4,
  13.1: 0 1, 13.2: 0 5, 13.3: 0 2, 13.4: 1 4, 14.1: 0 2, 14.2: 1 3, 14.3: 1 2, 15.1: 1 2, 15.2: 1 2, 15.3: 1 6,
  16.1: 0 1, 16.2: 0 5, 16.3: 0 4, 16.4: 0 3, 16.5: 0 3, 17.1: 0 1, 17.2: 0 4, 17.3: 0 2`
const levels = new Map(
  Array.from(requirementCounts.matchAll(/([\d.]+): (\d+) (\d+)/g)).flatMap(([, section, first, second]) =>
    Array.from({ length: Number(first) + Number(second) }, (_, index) => [
      `V${section}.${index + 1}`,
      index < Number(first) ? 1 : 2,
    ]),
  ),
)

/** The rows of the tables, with one entry per requirement. Links are paths from the root. */
const rows = Array.from(
  text.matchAll(/^\| (V\d+\.\d+\.)(\d+)(?: to V\d+\.\d+\.(\d+))? +\| ([12, ]+?) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm),
).flatMap(([, section, first, last = first, level, paraphrase, state, evidence]) =>
  Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => ({
    id: `${section}${Number(first) + index}`,
    level,
    paraphrase,
    state,
    evidence,
    files: Array.from(evidence.matchAll(/\]\(([^)#]+)/g), ([, path]) => join('docs', path)),
  })),
)

test('the ASVS document has each requirement of levels 1 and 2 once, with its level', () => {
  assert.deepEqual([...levels.values()].filter((level) => level === 1).length, 70)
  assert.equal(levels.size, 253)
  assert.deepEqual(rows.map(({ id }) => id).toSorted(), [...levels.keys()].toSorted())
  for (const { id, level } of rows) assert.ok(level.includes(String(levels.get(id))), id)
})

test('the ASVS document links to existing files, and gives a test or a reason for each requirement', () => {
  for (const { id, state, evidence, files, paraphrase } of rows) {
    assert.match(state, /^(met|n\/a|open)$/, id)
    assert.ok(paraphrase.split(' ').length <= 12, id)
    for (const file of files) assert.ok(existsSync(join(root, file)), `${id}: ${file}`)
    const tests = files.filter((file) => /\.test\.(ts|mjs)$/.test(file))
    if (state === 'met') assert.ok(tests.length > 0 || /no test: /.test(evidence), `${id} names no test`)
    if (state !== 'met') assert.ok(evidence.length >= 8, `${id} gives no reason`)
  }
})

test('the ASVS document counts the requirements by state and lists the open ones', () => {
  for (const [label, state] of [
    ['met', 'met'],
    ['not applicable', 'n/a'],
    ['open', 'open'],
  ]) {
    const counts = [1, 2].map(
      (level) => rows.filter((row) => row.state === state && levels.get(row.id) === level).length,
    )
    assert.match(text, new RegExp(`^\\| ${label} +\\| ${counts.join(' +\\| ')} +\\|$`, 'm'))
  }
  for (const level of [1, 2]) {
    const openIds = rows.filter(({ id, state }) => state === 'open' && levels.get(id) === level).map(({ id }) => id)
    const [, listedIds] = new RegExp(`^Open of level ${level}: ([^]+?)\\.\\n`, 'm').exec(text)
    assert.deepEqual(listedIds.split(/,\s/), openIds)
  }
})
