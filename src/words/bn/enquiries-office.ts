import type { enquiriesOffice as english } from '../en/enquiries-office.ts'

export const enquiriesOffice: Partial<Record<keyof typeof english, string>> = {
  'inbox.came': 'এসেছে {when}',
  'inbox.number': 'নং {id}',
  'inbox.open': 'উত্তর বাকি',
  'inbox.answered': 'উত্তর দেওয়া হয়েছে',
  'inbox.answered_by': '{who}, {when}',
  'inbox.answered_at': '{when}',
  'inbox.from': 'প্রেরক',
  'inbox.about': 'বিষয়',
  'inbox.no_subject': 'বিষয় লেখা নেই',
  'inbox.asks_for': 'যা চান',
  'inbox.product': 'পণ্য',
  'inbox.quantity': 'পরিমাণ',
  'inbox.no_quantity': 'পরিমাণ উল্লেখ নেই',
  'inbox.files': 'ফাইল',
  'inbox.wrote': 'যা লিখেছেন',
  'inbox.reply': 'উত্তর লিখুন',
  'inbox.mark': 'উত্তর দিয়েছি',
  'inbox.reopen': 'আবার খুলুন',
  'inbox.marked': 'উত্তর দেওয়া হয়েছে বলে চিহ্ন দেওয়া হলো।',
  'inbox.reopened': 'আবার খোলা হলো।',
}
