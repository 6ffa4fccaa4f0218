import type { frameServer as english } from '../en/frame-server.ts'

export const frameServer: Partial<Record<keyof typeof english, string>> = {
  'shell.map_company': 'প্রতিষ্ঠান',
  'shell.map_all_products': 'সব নমুনা একসঙ্গে',
  'shell.map_stay': 'থাকার ব্যবস্থা',
  'shell.map_reading': 'পড়ার জন্য',
  'shell.map_account': 'আপনার জন্য',
  'trouble.title': 'একটু পরেই ফিরছি',
  'trouble.text': 'আমাদের সিস্টেমের একটি অংশ কাজ করছে না, তাই এই মুহূর্তে পাতাটি দেখানো যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  'trouble.form':
    'আমাদের সিস্টেমের একটি অংশ কাজ করছে না, তাই এই মুহূর্তে এটি করা গেল না। আপনি যা লিখেছেন তা এখানে রাখা আছে: বোতামটি চাপলে আবার পাঠানো হবে।',
}
