import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toE164 } from './phone.ts'

describe('phone number (ACCT-11, BOOK-6)', () => {
  test('has one E.164 form for every spelling, with the code of Bangladesh if none is given', () => {
    const spellings: Record<string, string[]> = {
      '+8801712345678': [
        '01712-345678',
        '01712345678',
        '1712345678',
        '8801712345678',
        '+880 1712 345678',
        '+880 (0)1712-345678',
        '+88001712345678',
        '008801712345678',
        '০১৭১২-৩৪৫৬৭৮',
        '+৮৮০১৭১২৩৪৫৬৭৮',
        '(01712) 345.678',
        '017 1234 5678',
        '٠١٧١٢٣٤٥٦٧٨',
      ],
      '+88029881234': ['02-9881234', '+880 2 9881234'],
      '+494066969123': ['+49 40 66969123', '0049 40 66969123', '+49 (0)40 / 669 69-123', '+494066969123'],
      '+12125550123': ['+1 (212) 555-0123'],
    }
    for (const [number, texts] of Object.entries(spellings))
      for (const text of texts) assert.equal(toE164(text), number, text)
  })

  test('is rejected if it is invalid or has an extension', () => {
    const invalidNumbers = [
      '',
      '+',
      '0',
      '12345',
      '0171234567',
      '017123456789',
      '+880171234567',
      '+88017123456789',
      '+0123456789',
      '++8801712345678',
      '01712+345678',
      'call me',
      '01712345678x',
      '494066969123',
      '+1234567',
      '+1234567890123456',
      '0000000000',
      '01712345678,01812345678',
      '-------',
      '+8800',
      '()',
      '+49 40 66969123 ext 5',
      'Tel: +49 40 66969123',
      '8800000000000',
    ]
    for (const text of invalidNumbers) assert.equal(toE164(text), null, text)
  })
})
