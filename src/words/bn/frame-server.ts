import type { frameServer as english } from '../en/frame-server.ts'

export const frameServer: Partial<Record<keyof typeof english, string>> = {
  'trouble.title': 'একটু পরেই ফিরছি',
  'trouble.text': 'আমাদের সিস্টেমের একটি অংশ কাজ করছে না, তাই এই মুহূর্তে পাতাটি দেখানো যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  'trouble.form':
    'আমাদের সিস্টেমের একটি অংশ কাজ করছে না, তাই এই মুহূর্তে এটি করা গেল না। আপনি যা লিখেছেন তা এখানে রাখা আছে: বোতামটি চাপলে আবার পাঠানো হবে।',
}
