import type { accountsServer as english } from '../en/accounts-server.ts'

export const accountsServer: Partial<Record<keyof typeof english, string>> = {
  'login.username': 'ইউজারনেম',
  'login.slowed_one':
    'সাইন ইন করতে অনেকবার চেষ্টা করা হয়েছে। {count} সেকেন্ড অপেক্ষা করুন, কিংবা ইমেইলে পাঠানো লিংক থেকে নতুন পাসওয়ার্ড বেছে নিন: তাতে সঙ্গে সঙ্গেই ঢুকতে পারবেন।',
  'login.slowed_other':
    'সাইন ইন করতে অনেকবার চেষ্টা করা হয়েছে। {count} সেকেন্ড অপেক্ষা করুন, কিংবা ইমেইলে পাঠানো লিংক থেকে নতুন পাসওয়ার্ড বেছে নিন: তাতে সঙ্গে সঙ্গেই ঢুকতে পারবেন।',
  'login.slowed_minutes':
    'সাইন ইন করতে অনেকবার চেষ্টা করা হয়েছে। {minutes} মিনিট অপেক্ষা করুন, কিংবা ইমেইলে পাঠানো লিংক থেকে নতুন পাসওয়ার্ড বেছে নিন: তাতে সঙ্গে সঙ্গেই ঢুকতে পারবেন।',

  'account.link_sent': 'এই ঠিকানায় কোনো অ্যাকাউন্ট থাকলে একটি লিংকসহ ইমেইল পাঠানো হচ্ছে। লিংকটি {minutes} মিনিট কাজ করবে।',
  'account.password_reset': 'নতুন পাসওয়ার্ড ঠিক করা হয়েছে। এটি দিয়ে সাইন ইন করুন।',
  'account.email_pending': 'সংরক্ষণ করা হয়েছে। {email} ঠিকানায় একটি লিংক পাঠানো হয়েছে: সেটি খুললে আপনার ইমেইল বদলে যাবে।',
  'account.email_confirmed': 'এখন থেকে আপনার ইমেইল {email}।',
  'account.email_kept': 'আপনার ইমেইল {email}-ই থাকছে।',
  'account.email_undone':
    'আপনার ইমেইল {email}। নতুন পাসওয়ার্ড বেছে নেওয়ার লিংক সেখানে পাঠানো হয়েছে: সেটি দিয়ে সাইন ইন করুন।',
  'account.closed': 'আপনার অ্যাকাউন্ট বন্ধ করা হয়েছে।',

  'session.device': '{system}-এ {browser}',
  'session.device_unknown': 'অজানা ডিভাইস',
}
