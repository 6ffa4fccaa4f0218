import type { frameServer as english } from '../en/frame-server.ts'

export const frameServer: Partial<Record<keyof typeof english, string>> = {
  'shell.map_company': 'প্রতিষ্ঠান',
  'shell.map_all_products': 'সব পণ্য',
  'shell.map_stay': 'রুম ও থাকার ব্যবস্থা',
  'shell.map_reading': 'প্রবন্ধ',
  'shell.map_account': 'অ্যাকাউন্ট',
  'outage.title': 'আমরা একটু পরেই ফিরছি',
  'outage.text': 'আমাদের সিস্টেমের একটি অংশ কাজ করছে না, তাই পেজটি এই মুহূর্তে দেখানো যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  'outage.form':
    'আমাদের সিস্টেমের একটি অংশ কাজ করছে না, তাই এই মুহূর্তে এটি করা যায়নি। আপনার লেখা এখানেই আছে। বোতামটি চাপলে আবার পাঠানো হবে।',
}
