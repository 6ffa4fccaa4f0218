/** A whole number as people write it, in the digits of either language; null for what is none, or empty. */
export function amountIn(text: string): number | null {
  const digits = text.replace(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit))).trim()
  const plain = /^\d{1,3}(?:\.\d{3})+$/.test(digits) ? digits.replaceAll('.', '') : digits.replace(/[\s,'’]/g, '')
  return /^\d{1,9}$/.test(plain) && Number(plain) > 0 ? Number(plain) : null
}
