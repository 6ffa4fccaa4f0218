import type { errors as english } from '../en/errors.ts'

export const errors: Partial<Record<keyof typeof english, string>> = {
  'error.email': 'একটি সঠিক ইমেইল ঠিকানা লিখুন, যেমন name@example.com।',
  'error.required': 'এই ঘরটি পূরণ করুন।',
  'error.captcha': 'যোগফল সঠিক নয়। আবার চেষ্টা করুন।',
  'error.amount': 'একটি পূর্ণ সংখ্যা লিখুন, যেমন ৫,০০০।',
  'error.needed_by_past': 'এই তারিখ পেরিয়ে গেছে। আজকের বা পরের কোনো তারিখ বেছে নিন।',
  'error.file_kind': 'এটি পিডিএফ, পিএনজি বা জেপিইজি ফাইল নয়। এর কোনো একটি হিসেবে সেভ করুন, অথবা বার্তায় লিংক দিন।',
  'error.file_size': 'ফাইলটি {max} এমবির চেয়ে বড়। ছোট একটি ফাইল বেছে নিন।',
  'error.file_empty': 'ফাইলটি খালি।',
  'error.file_unread': 'ফাইলটি আর পড়া যাচ্ছে না। এটি সরিয়ে আবার যোগ করুন।',
  'error.files_most_one': 'শুধু {count}টি ফাইল পাঠানো যায়।',
  'error.files_most_other': 'সর্বোচ্চ {count}টি ফাইল পাঠানো যায়। বাকিগুলো সরিয়ে দিন।',
  'error.product_gone': 'এই পণ্যটি আর দেওয়া হয় না। এটি বাদ দিয়ে বাকিগুলো পাঠান।',
  'error.payment_type': 'কীভাবে পেমেন্ট করবেন, বেছে নিন।',
  'error.phone': 'একটি সঠিক ফোন নম্বর লিখুন, যেমন 01700 000000 বা +44 20 7946 0000।',
  'error.unexpected': 'আমাদের দিক থেকে একটি সমস্যা হয়েছে। একটু পরে আবার চেষ্টা করুন।',
  'error.password_common': 'এই পাসওয়ার্ড সহজেই অনুমান করা যায়।',
}
