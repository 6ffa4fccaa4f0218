import type { enquiriesServer as english } from '../en/enquiries-server.ts'

export const enquiriesServer: Partial<Record<keyof typeof english, string>> = {
  'contact.thanks': 'ধন্যবাদ। আপনার বার্তা আমরা পেয়েছি।',
  'products.catalogue_title': 'পণ্যের ক্যাটালগ',
  'products.catalogue_contents': 'সূচিপত্র',
  'products.catalogue_prices': 'দাম মাপ, ফিনিশ ও পরিমাণের ওপর নির্ভর করে। নমুনা ও কোটেশনের জন্য ইনকোয়ারি পাঠান।',
}
