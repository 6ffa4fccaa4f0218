import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { spellAmount } from './amount-in-words.ts'

describe('spellAmount', () => {
  const table: readonly [poisha: number, en: string, bn: string][] = [
    [0, 'Zero taka only', 'শূন্য টাকা মাত্র'],
    [1, 'One poisha only', 'এক পয়সা মাত্র'],
    [100, 'One taka only', 'এক টাকা মাত্র'],
    [4_500_00, 'Four thousand five hundred taka only', 'চার হাজার পাঁচ শত টাকা মাত্র'],
    [782_61, 'Seven hundred eighty-two taka and sixty-one poisha only', 'সাত শত বিরাশি টাকা এবং একষট্টি পয়সা মাত্র'],
    [
      19_019_45,
      'Nineteen thousand nineteen taka and forty-five poisha only',
      'উনিশ হাজার উনিশ টাকা এবং পঁয়তাল্লিশ পয়সা মাত্র',
    ],
    [100_000_00, 'One lakh taka only', 'এক লাখ টাকা মাত্র'],
    [
      12_345_678_90,
      'One crore twenty-three lakh forty-five thousand six hundred seventy-eight taka and ninety poisha only',
      'এক কোটি তেইশ লাখ পঁয়তাল্লিশ হাজার ছয় শত আটাত্তর টাকা এবং নব্বই পয়সা মাত্র',
    ],
    [
      1_234_00_00_000_00,
      'One thousand two hundred thirty-four crore taka only',
      'এক হাজার দুই শত চৌত্রিশ কোটি টাকা মাত্র',
    ],
  ]
  for (const [poisha, en, bn] of table)
    test(`spells ${poisha / 100} in both languages (INV-6)`, () => {
      assert.deepEqual([spellAmount(poisha, 'en'), spellAmount(poisha, 'bn')], [en, bn])
    })

  test('returns a distinct text for every amount, in both languages (INV-6)', () => {
    for (const language of ['en', 'bn'] as const) {
      const texts = new Set(Array.from({ length: 10_000 }, (_, poisha) => spellAmount(poisha, language)))
      assert.equal(texts.size, 10_000)
      fc.assert(
        fc.property(fc.nat(100_000_000_000), fc.nat(100_000_000_000), (first, second) => {
          assert.equal(spellAmount(first, language) === spellAmount(second, language), first === second)
          assert.doesNotMatch(spellAmount(first, language), /undefined|\s\s|NaN/)
        }),
      )
    }
  })
})
