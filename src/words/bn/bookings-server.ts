import type { bookingsServer as english } from '../en/bookings-server.ts'

export const bookingsServer: Partial<Record<keyof typeof english, string>> = {
  'booking.too_many_open':
    'আপনার কয়েকটি অনুরোধ আগে থেকেই আমাদের উত্তরের অপেক্ষায় আছে। একটির উত্তর পেলেই আরেকটি পাঠাতে পারবেন। অপেক্ষা করা সম্ভব না হলে আমাদের লিখুন বা ফোন করুন।',
  'booking.no_longer':
    'এই অনুরোধে বুকিং হয়েছিল, কিন্তু পরে তা বাতিল হয়েছে বা রুমটি আর রাখা নেই। তবু আসতে চাইলে নতুন করে বুকিং দিন।',

  'booking.now_pending_payment': 'এই বুকিং উত্তরের নয়, মূল্য পরিশোধের অপেক্ষায় আছে।',
  'booking.now_confirmed': 'কিছু বদলায়নি: এই বুকিং আগেই নিশ্চিত করা হয়েছে।',
  'booking.now_checked_in': 'কিছু বদলায়নি: অতিথি এর মধ্যে চেক ইন করেছেন।',
  'booking.now_checked_out': 'কিছু বদলায়নি: এই বুকিংয়ের থাকা শেষ।',
  'booking.now_cancelled': 'কিছু বদলায়নি: এই বুকিং এর মধ্যে বাতিল হয়েছে।',
  'booking.now_declined': 'কিছু বদলায়নি: এই অনুরোধ আগেই ফিরিয়ে দেওয়া হয়েছে।',
  'booking.now_expired': 'কিছু বদলায়নি: এই অনুরোধের মেয়াদ শেষ, রাতগুলো আবার খালি।',
  'booking.now_no_show': 'কিছু বদলায়নি: অতিথি আসেননি।',

  'stay.next_pending_payment': '{until} পর্যন্ত রুমটি আপনার জন্য রাখা আছে। এর মধ্যে মূল্য পরিশোধ করুন।',
  'stay.next_pending_approval': 'আমরা তথ্য মিলিয়ে দেখে ইমেইলে নিশ্চিত করি, সাধারণত একই দিনে।',
  'stay.next_pending_approval_link': 'আমরা তথ্য মিলিয়ে দেখি, সাধারণত একই দিনে। মূল্য পরিশোধের লিংক ইমেইলে আসবে।',
  'stay.next_confirmed': 'আপনার থাকা নিশ্চিত হয়েছে। আপনার অপেক্ষায় রইলাম।',
  'stay.next_confirmed_link': 'আপনার থাকা নিশ্চিত হয়েছে। মূল্য পরিশোধের লিংক ইমেইলে আসবে।',
  'stay.next_checked_in': 'স্বাগতম। আশা করি এখানে নিজের বাড়ির মতো লাগবে।',
  'stay.next_checked_out': 'আমাদের সঙ্গে থাকার জন্য ধন্যবাদ।',
  'stay.next_cancelled': 'এই বুকিং বাতিল করা হয়েছে।',
  'stay.next_declined': 'এই বুকিং আমরা নিতে পারিনি।',
  'stay.next_expired': 'সময়মতো মূল্য পরিশোধ হয়নি, তাই রুমটি আর আপনার জন্য রাখা নেই। চাইলে আবার বুকিং দিতে পারেন।',
  'stay.next_no_show': 'এই বুকিংয়ে কেউ আসেননি।',
  'stay.file_times': 'চেক ইন {arrival} থেকে, চেক আউট {departure} পর্যন্ত',

  'cancel.free_unconfirmed': 'আমরা বুকিং নিশ্চিত করার আগে বাতিল করলে কোনো টাকা লাগবে না।',
  'cancel.free_until': '{until} পর্যন্ত বিনা খরচে বাতিল করা যাবে। এর পরে {fee} লাগবে।',
  'cancel.free': 'বাতিল করতে কোনো টাকা লাগবে না।',
  'cancel.costs': 'এখন বাতিল করতে {fee} লাগবে।',
  'cancel.costs_more': 'এর মধ্যে বাতিলের খরচ বেড়ে ৳ {fee} হয়েছে। আরেকবার দেখে নিন।',
  'cancel.not_here': 'এই বুকিং আর এখান থেকে বাতিল করা যাবে না। আমাদের ফোন করুন বা লিখুন।',
  'cancel.done': 'আপনার বুকিং বাতিল হয়েছে।',
  'cancel.done_free': 'এতে কোনো টাকা লাগেনি।',
  'cancel.done_costs': 'দেরিতে বাতিল করায় {fee} লাগবে।',
  'cancel.refund': '{refund} আপনাকে ফেরত দেওয়া হবে।',
}
