import type { Language } from '../src/urls.ts'
import type { TestHouse } from './house.ts'

/** An enquiry, whose reference is answered, and a message, each from somebody of their own. */
export async function fillInbox(house: TestHouse, language: Language): Promise<string> {
  const form = {
    company: 'Nordwind Fashion',
    name: 'Lena Vogel',
    email: 'lena@buyer.example',
    phone: '+494066969123',
    lines: [{ product: 'zipper', quantity: '24,000', notes: 'antique brass' }],
    message: 'As last winter.',
  }
  const { body: sum } = await house.call('getCaptcha')
  const captcha = sum.first + sum.second
  const letter = { name: 'Mina Rahman', email: 'mina@buyer.example', subject: 'Hang tags', message: 'How many?' }
  await house.call('sendContact', { ...letter, captcha, captcha_token: sum.captcha_token }, { language })
  return (await house.call('sendEnquiry', form, { language })).body.reference
}
