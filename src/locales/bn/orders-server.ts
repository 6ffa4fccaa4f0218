/** Errors of orders. */
export const ordersServer = {
  'orders.other_lines': 'পরিমাণগুলো এই কোটেশনের লাইনের সঙ্গে মেলে না।',
  'orders.quantity_max': 'সর্বোচ্চ {max} লিখুন। বেশি অর্ডার করতে নতুন কোটেশন চান।',
  'orders.quantity_min': 'অন্তত {min} লিখুন, অথবা আইটেমটি না চাইলে ০ লিখুন।',
  'orders.nothing_ordered': 'অন্তত একটি আইটেম অর্ডার করুন।',
  'orders.not_sent': 'পাঠানোর তারিখ লিখুন।',
  'orders.only_samples': 'শুধু নমুনা অনুমোদন করা যায়।',
  'orders.documents_max': 'একটি অর্ডারে {max}টি কাগজ থাকতে পারে। আগে কিছু সরান।',
  'orders.shipments_max': 'একটি অর্ডারে {max}টি নমুনা ও চালান থাকতে পারে।',
  'orders.comment_needed': 'কী বদলাতে হবে লিখুন।',
  'orders.is_cancelled': 'এই অর্ডার বাতিল করা হয়েছে।',
  'orders.sample_decided': 'এই নমুনা নিয়ে আগেই সিদ্ধান্ত হয়েছে।',
} as const
