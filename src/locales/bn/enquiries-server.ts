import type { enquiriesServer as english } from '../en/enquiries-server.ts'

export const enquiriesServer: Partial<Record<keyof typeof english, string>> = {
  'contact.thanks': 'ধন্যবাদ। আপনার বার্তা আমরা পেয়েছি।',
}
