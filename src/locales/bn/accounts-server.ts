import type { accountsServer as english } from '../en/accounts-server.ts'

export const accountsServer: Partial<Record<keyof typeof english, string>> = {
  'login.username': 'ইউজারনেম',
  'login.rate_limited_one':
    'অনেকবার সাইন ইনের চেষ্টা করা হয়েছে। {count} সেকেন্ড অপেক্ষা করুন, অথবা ইমেইলের লিংক থেকে নতুন পাসওয়ার্ড দিন, তাহলে সঙ্গে সঙ্গে সাইন ইন করতে পারবেন।',
  'login.rate_limited_other':
    'অনেকবার সাইন ইনের চেষ্টা করা হয়েছে। {count} সেকেন্ড অপেক্ষা করুন, অথবা ইমেইলের লিংক থেকে নতুন পাসওয়ার্ড দিন, তাহলে সঙ্গে সঙ্গে সাইন ইন করতে পারবেন।',
  'login.rate_limited_minutes':
    'অনেকবার সাইন ইনের চেষ্টা করা হয়েছে। {minutes} মিনিট অপেক্ষা করুন, অথবা ইমেইলের লিংক থেকে নতুন পাসওয়ার্ড দিন, তাহলে সঙ্গে সঙ্গে সাইন ইন করতে পারবেন।',

  'account.link_sent': 'এই ঠিকানায় কোনো অ্যাকাউন্ট থাকলে একটি লিংক ইমেইল করা হয়েছে। লিংকটি {minutes} মিনিট কাজ করবে।',
  'account.password_reset': 'নতুন পাসওয়ার্ড সেট করা হয়েছে। এটি দিয়ে সাইন ইন করুন।',
  'account.email_pending': 'সেভ হয়েছে। ইমেইল বদলাতে {email} ঠিকানায় পাঠানো লিংকটি খুলুন।',
  'account.email_confirmed': 'আপনার ইমেইল এখন {email}।',
  'account.email_kept': 'আপনার ইমেইল আগের মতোই {email} আছে।',
  'account.email_undone':
    'আপনার ইমেইল আবার {email} হয়েছে। নতুন পাসওয়ার্ড দেওয়ার লিংক এই ঠিকানায় পাঠানো হয়েছে। নতুন পাসওয়ার্ড দিয়ে সাইন ইন করুন।',
  'account.role_removed': 'ভূমিকা বাদ দেওয়া হয়েছে।',
  'account.person_erased': 'এই ব্যক্তির তথ্য মুছে ফেলা হয়েছে।',
  'account.verified': 'পরিচয় নিশ্চিত হয়েছে।',
  'account.closed': 'আপনার অ্যাকাউন্ট বন্ধ করা হয়েছে।',
  'account.closed_name': 'বন্ধ অ্যাকাউন্ট {id}',

  'session.device': '{system}-এ {browser}',
  'session.device_unknown': 'অজানা ডিভাইস',
}
