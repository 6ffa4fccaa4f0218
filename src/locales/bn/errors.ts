import type { errors as english } from '../en/errors.ts'

export const errors: Partial<Record<keyof typeof english, string>> = {
  'error.email': 'একটি সঠিক ইমেইল ঠিকানা লিখুন, যেমন name@example.com।',
  'error.required': 'এই ঘরটি পূরণ করুন।',
  'error.captcha': 'যোগফল ঠিক হয়নি। আবার চেষ্টা করুন।',
  'error.amount': 'একটি পূর্ণ সংখ্যা লিখুন, যেমন ৫,০০০।',
  'error.needed_by_past': 'এই তারিখ পেরিয়ে গেছে। আজকের বা পরের কোনো তারিখ বেছে নিন।',
  'error.file_kind': 'এটি পিডিএফ, পিএনজি বা জেপিইজি নয়। এর কোনো একটি হিসেবে সেভ করুন, কিংবা বার্তায় লিংক দিন।',
  'error.file_size': 'এটি {max} এমবির চেয়ে বড়। ছোট একটি ফাইল পাঠান।',
  'error.file_empty': 'এই ফাইলে কিছু নেই।',
  'error.file_unread': 'ফাইলটি আর পড়া যাচ্ছে না। বাদ দিয়ে আবার যোগ করুন।',
  'error.files_most_one': '{count}টির বেশি ফাইল পাঠানো যায় না।',
  'error.files_most_other': '{count}টির বেশি ফাইল পাঠানো যায় না। বাকিগুলো বাদ দিন।',
  'error.product_gone': 'এই পণ্য এখন আর দেওয়া হয় না। এটি বাদ দিয়ে বাকিগুলো পাঠান।',
  'error.payment_type': 'কীভাবে মূল্য দিতে চান, বেছে নিন।',
  'error.phone': 'দেশের কোডসহ ফোন নম্বর লিখুন, যেমন +880 1700 000000।',
  'error.unexpected': 'আমাদের দিক থেকে একটি সমস্যা হয়েছে। একটু পরে আবার চেষ্টা করুন।',
  'error.password_common': 'এই পাসওয়ার্ড সহজেই অনুমান করা যায়।',
}
