import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizePantone } from './pantone.ts'

test('writes a known Pantone code in the usual form and keeps any other text (CONT-11)', () => {
  const table: [typed: string, expected: string][] = [
    ['19-4052 TCX', '19-4052 TCX'],
    ['19-4052tcx', '19-4052 TCX'],
    ['19 4052 tcx', '19-4052 TCX'],
    ['194052', '19-4052'],
    ['Pantone 19–4052 TPG', '19-4052 TPG'],
    ['১৯-৪০৫২ tcx', '19-4052 TCX'],
    ['প্যানটোন ১৯-৪০৫২ TCX', '19-4052 TCX'],
    ['286c', 'Pantone 286 C'],
    ['PMS 286 C', 'Pantone 286 C'],
    ['pantone: 286', 'Pantone 286'],
    ['Pantone 10102  c', 'Pantone 10102 C'],
    ['Pantone Cool Gray 11 C', 'Pantone Cool Gray 11 C'],
    ['  like   the   swatch ', 'like the swatch'],
    ['RAL 5002', 'RAL 5002'],
    ['12', '12'],
    ['', ''],
  ]
  for (const [typedName, expected] of table) assert.equal(normalizePantone(typedName), expected, typedName)
})
