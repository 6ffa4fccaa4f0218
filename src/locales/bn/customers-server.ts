/** Errors and documents of customers. */
export const customersServer = {
  'customer.name_taken': 'এই নামে আগে থেকেই একটি কাস্টমার আছে।',
  'customer.is_inactive': 'এই কাস্টমার বন্ধ। অন্যটি বেছে নিন।',
  'customer.period_order': 'শেষ তারিখ শুরুর আগে হতে পারে না।',
  'customer.period_too_long': 'সর্বোচ্চ তিন বছরের সময় বেছে নিন।',
  'customer.statement_note': '{day} পর্যন্ত। এটি ট্যাক্স ইনভয়েস নয়।',
  'customer.period': 'সময়কাল',
}
