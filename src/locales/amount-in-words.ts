import type { Language } from '#routes/public.ts'

/**
 * Spells out an amount as invoices here print it beside the figures: in crore, lakh and thousand, down to the poisha.
 */
export function spellAmount(poisha: number, language: Language): string {
  const { taka, poisha: hundredths, and, only, spell } = numberWords[language]
  const [takaAmount, poishaAmount] = [Math.floor(poisha / 100), poisha % 100]
  const words = [
    ...(takaAmount > 0 || poishaAmount === 0 ? [`${spell(takaAmount)} ${taka}`] : []),
    ...(poishaAmount > 0 ? [`${spell(poishaAmount)} ${hundredths}`] : []),
  ].join(` ${and} `)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${only}`
}

interface NumberWords {
  taka: string
  poisha: string
  and: string
  only: string
  spell: (number: number) => string
}

/** Sorted from the largest down. An amount can have thousands of crores. */
const units = [
  [10_000_000, 'crore', 'কোটি'],
  [100_000, 'lakh', 'লাখ'],
  [1_000, 'thousand', 'হাজার'],
  [100, 'hundred', 'শত'],
] as const

function spellNumber(number: number, language: Language, belowHundred: (number: number) => string): string {
  const words: string[] = []
  let remainder = number
  for (const [unit, en, bn] of units) {
    const quantity = Math.floor(remainder / unit)
    if (quantity > 0) words.push(spellNumber(quantity, language, belowHundred), { en, bn }[language])
    remainder %= unit
  }
  if (remainder > 0 || words.length === 0) words.push(belowHundred(remainder))
  return words.join(' ')
}

const onesWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tensWords = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function spellBelowHundred(number: number): string {
  if (number < 20) return onesWords[number]!
  const [tenWord, unitDigit] = [tensWords[Math.floor(number / 10) - 2]!, number % 10]
  return unitDigit === 0 ? tenWord : `${tenWord}-${onesWords[unitDigit]}`
}

/** Every number below 100 has its own word in Bangla. */
const banglaBelowHundred = `
  শূন্য এক দুই তিন চার পাঁচ ছয় সাত আট নয়
  দশ এগারো বারো তেরো চৌদ্দ পনেরো ষোলো সতেরো আঠারো উনিশ
  বিশ একুশ বাইশ তেইশ চব্বিশ পঁচিশ ছাব্বিশ সাতাশ আটাশ ঊনত্রিশ
  ত্রিশ একত্রিশ বত্রিশ তেত্রিশ চৌত্রিশ পঁয়ত্রিশ ছত্রিশ সাঁইত্রিশ আটত্রিশ ঊনচল্লিশ
  চল্লিশ একচল্লিশ বিয়াল্লিশ তেতাল্লিশ চুয়াল্লিশ পঁয়তাল্লিশ ছেচল্লিশ সাতচল্লিশ আটচল্লিশ ঊনপঞ্চাশ
  পঞ্চাশ একান্ন বায়ান্ন তিপ্পান্ন চুয়ান্ন পঞ্চান্ন ছাপ্পান্ন সাতান্ন আটান্ন ঊনষাট
  ষাট একষট্টি বাষট্টি তেষট্টি চৌষট্টি পঁয়ষট্টি ছেষট্টি সাতষট্টি আটষট্টি ঊনসত্তর
  সত্তর একাত্তর বাহাত্তর তিয়াত্তর চুয়াত্তর পঁচাত্তর ছিয়াত্তর সাতাত্তর আটাত্তর ঊনআশি
  আশি একাশি বিরাশি তিরাশি চুরাশি পঁচাশি ছিয়াশি সাতাশি আটাশি ঊননব্বই
  নব্বই একানব্বই বিরানব্বই তিরানব্বই চুরানব্বই পঁচানব্বই ছিয়ানব্বই সাতানব্বই আটানব্বই নিরানব্বই`
  .trim()
  .split(/\s+/)

const numberWords: Record<Language, NumberWords> = {
  en: {
    taka: 'taka',
    poisha: 'poisha',
    and: 'and',
    only: 'only',
    spell: (number) => spellNumber(number, 'en', spellBelowHundred),
  },
  bn: {
    taka: 'টাকা',
    poisha: 'পয়সা',
    and: 'এবং',
    only: 'মাত্র',
    spell: (number) => spellNumber(number, 'bn', (below) => banglaBelowHundred[below]!),
  },
}
