import type { Dictionary } from './words.ts'

export const bn: Dictionary = {
  'language.name': 'বাংলা',
  'language.other': 'English',
  'language.switch': 'Read this page in English',

  'search.label': 'রুম খুঁজুন',
  'search.check_in': 'চেক ইন',
  'search.check_out': 'চেক আউট',
  'search.adult': 'প্রাপ্তবয়স্ক',
  'search.child': 'শিশু',
  'search.fewer': 'কমান: {label}',
  'search.more': 'বাড়ান: {label}',
  'search.submit': 'খালি রুম দেখুন',
  'search.dates_required': 'চেক ইন ও চেক আউট, দুটি তারিখই বেছে নিন',

  'rooms.per_night': 'প্রতি রাত',
  'rooms.default_name': 'সুপার ডিলাক্স',

  'booking.back_home': 'হোমে ফিরুন',

  'login.show_password': 'পাসওয়ার্ড দেখান',
  'login.hide_password': 'পাসওয়ার্ড লুকান',

  'dashboard.retry': 'আবার চেষ্টা করুন',
}
