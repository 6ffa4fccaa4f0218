import type { errors as english } from '../en/errors.ts'

export const errors: Partial<Record<keyof typeof english, string>> = {
  'error.email': 'একটি সঠিক ইমেইল ঠিকানা লিখুন, যেমন name@example.com।',
  'error.required': 'এই ঘরটি পূরণ করুন।',
  'error.captcha': 'যোগফল ঠিক হয়নি। আবার চেষ্টা করুন।',
  'error.product_gone': 'এই পণ্য এখন আর দেওয়া হয় না। এটি বাদ দিয়ে বাকিগুলো পাঠান।',
  'error.payment_type': 'কীভাবে মূল্য দিতে চান, বেছে নিন।',
  'error.phone': 'দেশের কোডসহ ফোন নম্বর লিখুন, যেমন +880 1700 000000।',
  'error.unexpected': 'আমাদের দিক থেকে একটি সমস্যা হয়েছে। একটু পরে আবার চেষ্টা করুন।',
  'error.password_common': 'এই পাসওয়ার্ড সহজেই অনুমান করা যায়।',
}
