import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bnOffice } from '#locales/bn-office.ts'
import { enOffice } from '#locales/en-office.ts'

/** Button names without an object, such as "Save". */
const vagueNames = {
  en: [
    'Begin',
    'Go',
    'OK',
    'Got it',
    'Save',
    'Submit',
    'Continue',
    'Apply',
    'Assign',
    'Upload',
    'Pause',
    'Resume',
    'Print',
  ],
  bn: ['শুরু করুন', 'ঠিক আছে', 'বুঝেছি', 'সেভ করুন', 'এগিয়ে যান', 'প্রয়োগ করুন', 'আপলোড করুন', 'প্রিন্ট'],
}

test('no office text is a vague button name such as "OK" or "Save" (DES-44)', () => {
  for (const [names, messages] of [
    [vagueNames.en, enOffice],
    [vagueNames.bn, bnOffice],
  ] as const)
    assert.deepEqual(
      Object.entries(messages).filter(([key, text]) => !key.includes('.state_') && names.includes(text)),
      [],
    )
})
